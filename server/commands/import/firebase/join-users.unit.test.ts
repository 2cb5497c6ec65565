import { expect, test } from 'vitest';

import { joinUsers } from './join-users.ts';
import type { AuthUser } from './read-auth-users.ts';

function userOf(localId: string, change: Partial<AuthUser> = {}): AuthUser {
  return {
    localId,
    email: `${localId}@old.test`,
    emailVerified: false,
    passwordHash: '',
    salt: '',
    displayName: '',
    customAttributes: '',
    disabled: false,
    createdAt: undefined,
    lastSignedInAt: undefined,
    ...change,
  };
}

const documentOf = (id: string, data: Record<string, unknown> = {}) => ({ id, data });

type Documents = Parameters<typeof joinUsers>[1];

/** Which name each user got. */
function namesOf(users: AuthUser[], documents: Documents) {
  const joined = joinUsers(users, documents, undefined);
  return joined.users.map(({ account }) => `${account.uid}: ${account.username}`);
}

test('a document belongs to the user with its uid, else its address, else its name as a claim', () => {
  const claim = (username: string) => ({ customAttributes: JSON.stringify({ username }) });
  const documents = [
    documentOf('ada', { uid: 'u1', username: 'By Uid' }),
    documentOf('bob', { userId: 'u2', username: 'By User Id' }),
    documentOf('u3', { username: 'By Its Id' }),
    documentOf('dee', { email: 'U4@old.test', username: 'By Address' }),
    documentOf('eve', { username: 'By Claim' }),
    documentOf('fay', { email: 'u1@old.test', username: 'Of Nobody' }),
  ];
  const users = [
    userOf('u1', claim('By Claim')),
    userOf('u2'),
    userOf('u3'),
    userOf('u4'),
    userOf('u5', claim('BY_CLAIM')),
  ];
  expect(namesOf(users, documents)).toEqual([
    'u1: By Uid',
    'u2: By User Id',
    'u3: By Its Id',
    'u4: By Address',
    'u5: By Claim',
  ]);
  expect(joinUsers(users, documents, undefined).skipped).toEqual([
    {
      at: 'users/fay',
      reason: 'no user of Firebase Authentication, or more than one, belongs to it',
    },
  ]);
});

test('a display name counts if it is of one user, and of a document that nobody else has', () => {
  const documents = [
    documentOf('one', { username: 'Only One' }),
    documentOf('two', { username: 'Taken', uid: 'u2' }),
    documentOf('both', { username: 'Both' }),
  ];
  const users = [
    userOf('u1', { displayName: 'only_one' }),
    userOf('u2', { displayName: 'Only One' }),
    userOf('u3', { displayName: 'Taken' }),
    userOf('u4', { displayName: 'Both' }),
    userOf('u5', { displayName: 'BOTH' }),
  ];
  expect(namesOf(users, documents)).toEqual(['u1: Only One', 'u2: Taken']);
});

test('the name is that of the document, or its id if that is not the uid', () => {
  const documents = [
    documentOf('Old Hand', { uid: 'u1' }),
    documentOf('u2', {}),
    documentOf('u3', { username: ' Spaced ' }),
  ];
  expect(namesOf([userOf('u1'), userOf('u2'), userOf('u3')], documents)).toEqual([
    'u1: Old Hand',
    'u3: Spaced',
  ]);
});

test('rights need a document found by more than the display name, and a user who is not disabled', () => {
  const rights = { user_rights: 2, community_manager: true };
  const documents = [
    documentOf('ada', { uid: 'u1', username: 'Trusted', ...rights }),
    documentOf('bob', { username: 'Displayed', ...rights }),
    documentOf('cid', { uid: 'u3', username: 'Locked', ...rights }),
    documentOf('dee', { uid: 'u4', username: 'Too Many', user_rights: 4 }),
    documentOf('eve', { uid: 'u5', username: 'As Text', user_rights: '1', wyncoins: '25' }),
    documentOf('fay', { uid: 'u6', username: 'No Boolean', community_manager: 'yes' }),
  ];
  const users = [
    userOf('u1'),
    userOf('u2', { displayName: 'Displayed' }),
    userOf('u3', { disabled: true }),
    ...['u4', 'u5', 'u6'].map((uid) => userOf(uid)),
  ];
  const joined = joinUsers(users, documents, undefined);
  const given = joined.users.map(({ account, coins, isDisabled }) => [
    account.username,
    account.rights,
    account.isCommunityManager,
    coins,
    isDisabled,
  ]);
  expect(given).toEqual([
    ['Trusted', 2, true, 0, false],
    ['Displayed', 0, false, 0, false],
    ['Locked', 0, false, 0, true],
    ['Too Many', 0, false, 0, false],
    ['As Text', 1, false, 25, false],
    ['No Boolean', 0, false, 0, false],
  ]);
  const check = 'so it got no rights: check it and use set-rights';
  expect(joined.notes).toEqual([
    { at: 'user u2', reason: `Displayed was found by the display name only, ${check}` },
    { at: 'user u3', reason: `Locked is disabled, ${check}` },
    { at: 'user u4', reason: 'user_rights is not 0 to 3: it got 0' },
  ]);
});

test('coins are whole numbers from 0 up to a limit', () => {
  const coinsOf = (wyncoins: unknown) => {
    const documents = [documentOf('ada', { uid: 'u1', username: 'Ada', wyncoins })];
    const { users, notes } = joinUsers([userOf('u1')], documents, undefined);
    return [users[0]?.coins, notes.length];
  };
  for (const [value, coins, notes] of [
    [undefined, 0, 0],
    [null, 0, 0],
    [0, 0, 0],
    [1_000_000_000_000, 1_000_000_000_000, 0],
    [1_000_000_000_001, 0, 1],
    [-1, 0, 1],
    [1.5, 0, 1],
    ['many', 0, 1],
  ] as const) {
    expect(coinsOf(value), String(value)).toEqual([coins, notes]);
  }
});

test('the account has the values of the user', () => {
  const [createdAt, lastSignedInAt] = [new Date('2024-01-02'), new Date('2025-03-04')];
  const user = userOf('u1', { emailVerified: true, createdAt, lastSignedInAt });
  const data = { uid: 'u1', username: 'Iron_Ada', voted_polls: ['a', 7, '', 'b'] };
  const { users } = joinUsers([user], [documentOf('ada', data)], undefined);
  expect(users).toEqual([
    {
      account: {
        at: 'user u1',
        username: 'Iron_Ada',
        email: 'u1@old.test',
        uid: 'u1',
        storedHash: null,
        isEmailVerified: true,
        rights: 0,
        isCommunityManager: false,
        createdAt,
        lastLoginAt: lastSignedInAt,
      },
      isDisabled: false,
      nameKey: 'iron ada',
      coins: 0,
      votedPolls: ['a', '7', 'b'],
    },
  ]);
});
