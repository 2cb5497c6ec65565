import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { listPersonalData } from '#server/features.ts';
import { makeBackup } from '#server/features/backups/make-backup.service.ts';
import { deleteDueAccounts } from '#server/features/personal-data/delete-accounts.service.ts';
import { isPassword } from '#server/lib/passwords/password-hash.ts';
import { readTables } from '#server/testing/read-tables.ts';
import { fetchIdToken, sessionCookieOf } from '#server/testing/sign-in.ts';
import { sized } from '#server/testing/sized.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { executeOn } from './testing/execute-on.ts';
import { hashAsFirebase, writeExport } from './testing/firebase-export.ts';

let site: TestApp;
let folder: string;
/** The options of the whole export. */
let whole: string[];

beforeAll(async () => {
  site = await openTestApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-import-'));
  whole = await writeExport(path.join(folder, 'whole'), { users: authUsers, collections });
  const files = path.join(folder, 'files');
  await mkdir(path.join(files, 'items'), { recursive: true });
  const picture = { width: 60, height: 40, channels: 3 as const, background: '#a33' };
  const png = await sharp({ create: picture }).png().toBuffer();
  await writeFile(path.join(files, 'items', 'red hat.png'), png);
  await writeFile(path.join(files, 'broken.png'), png.subarray(0, 60));
  whole.push('--files', files);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await site.close();
});

const past = Date.parse('2025-03-04T05:06:07Z');
const passwordOf = (uid: string) => `the password of ${uid}`;
const storage = 'https://firebasestorage.googleapis.com/v0/b/old.appspot.com/o/';

function authUser(uid: string, change: object = {}) {
  return {
    localId: uid,
    email: `${uid}@old.test`,
    emailVerified: true,
    ...hashAsFirebase(passwordOf(uid)),
    createdAt: String(past),
    lastSignedInAt: String(past + 1000),
    providerUserInfo: [],
    ...change,
  };
}

const authUsers = [
  authUser('u1'),
  authUser('u2'),
  authUser('u3', { email: 'Three@old.test', emailVerified: false }),
  authUser('u4', { displayName: 'Chief' }),
  authUser('u5', { disabled: true, customAttributes: '{"username":"locked"}' }),
  authUser('u6', { passwordHash: undefined, salt: undefined }),
  authUser('u7'),
  authUser('u8', { displayName: 'twin' }),
  authUser('u9', { displayName: 'Twin' }),
];

const collections = {
  users: {
    'iron ada': {
      username: 'Iron Ada',
      uid: 'u1',
      user_rights: 3,
      wyncoins: 1234,
      voted_polls: ['poll-past', 'poll-open'],
    },
    bob: { username: 'Bob', email: 'U2@old.test', wyncoins: 50, voted_polls: ['poll-open'] },
    u3: { username: 'Three', community_manager: true, wyncoins: -5 },
    chief: { username: 'Chief', user_rights: 2, wyncoins: 10 },
    locked: { username: 'Locked', user_rights: 2 },
    google: { username: 'Google', uid: 'u6' },
    twin: { username: 'Twin', user_rights: 3, wyncoins: 900 },
    ghost: { username: 'Ghost', wyncoins: 3 },
  },
  shop: {
    hat: {
      name: 'Red Hat',
      description: 'A hat.',
      image: `${storage}items%2Fred%20hat.png?alt=media&token=1`,
      price: 500,
      itemId: 1038,
    },
    cape: {
      name: 'Cape',
      description: '',
      image: '../files-private/cape.png',
      price: 20,
      itemId: 4,
      enabled: false,
    },
    free: { name: 'Free', description: '', price: 0, itemId: 4 },
  },
  news_posts: [
    {
      id: 'n2',
      title: 'Second',
      category: 'game updates',
      displayImage: 'gs://old.appspot.com/items/red hat.png',
      content: `<p onclick="x()">Hello <script>alert(1)</script></p><img src="${storage}items%2Fred%20hat.png?alt=media&amp;token=2"><img src="https://elsewhere.test/a.png">`,
      createdAt: { _seconds: past / 1000, _nanoseconds: 500_000_000 },
      author: 'iron_ada',
    },
    {
      id: 'n1',
      title: 'First',
      category: 'Gossip',
      displayImage: 'broken.png',
      content: '<p>Old</p>',
      createdAt: { __time__: '2024-01-02T03:04:05Z' },
    },
    { id: 'n3', title: 'No date', category: 'Community', content: '<p>x</p>' },
    {
      id: 'n4',
      title: 'Not yet',
      category: 'Community',
      content: '<p>y</p>',
      createdAt: '2098-07-06T00:00:00Z',
    },
  ],
  polls: {
    polls: {
      'poll-past': {
        title: 'Past',
        // Ended early.
        endTime: { seconds: 3_900_000_000, nanoseconds: 0 },
        ended: true,
        questions: [
          {
            question: 'Which?',
            answers: [
              { text: 'A', votes: 3 },
              { text: 'B', votes: 1 },
            ],
          },
          {
            question: 'Why?',
            answers: [
              { text: 'C', votes: 0 },
              { text: 'D', votes: 4 },
            ],
          },
        ],
      },
      'poll-open': {
        title: 'Open',
        endTime: { __datatype__: 'timestamp', value: { _seconds: 4_000_000_000, _nanoseconds: 0 } },
        ended: false,
        questions: [
          {
            question: 'Now?',
            answers: [
              { text: 'Yes', votes: 2 },
              { text: 'No', votes: 0 },
            ],
          },
        ],
      },
      'poll-bad': { title: 'Bad', endTime: '2025-01-01T00:00:00Z', questions: [] },
    },
  },
  events: {
    __collections__: {
      events: {
        e1: {
          title: 'Dragon',
          description: 'Bring food.',
          type: 'bossing',
          dateTime: '2098-05-06T07:08:59',
          going: ['iron ada', 'u2', 'Nobody'],
          interested: ['IRON_ADA', 'three'],
          creatorId: 'bob',
          creatorRights: 2,
          communityManager: true,
          createdAt: past,
        },
        e2: {
          title: 'Past',
          description: 'Over.',
          type: 'Fishing',
          dateTime: '2024-01-01T10:00:00Z',
        },
        e3: { title: '', description: 'x', dateTime: '2024-01-01T10:00:00Z' },
      },
    },
  },
};

describe('a whole site', () => {
  test('a dry run reports the result and changes nothing', async () => {
    const before = await digest();
    const { code, output } = await run(whole, '--dry-run');
    expect(code).toBe(0);
    expect(output[0]).toContain('nothing was changed');
    expect(output[1]).toBe('accounts: 6 imported, 0 already here, 5 skipped.');
    expect(await digest()).toEqual(before);
    expect(await countMedia()).toBe(0);
  });

  test('is imported with a report of what was skipped and why', async () => {
    const { code, output, errors } = await run(whole);
    expect(output).toEqual([
      'accounts: 6 imported, 0 already here, 5 skipped.',
      'banned: 1, because the old site had disabled them. Lift a ban under Users, Moderation.',
      'coins: 1,294 credited, players with coins: 3.',
      'shop: 2 imported, 0 already here, 1 skipped.',
      'news: 3 imported, 0 already here, 1 skipped.',
      'polls: 2 imported, 0 already here, 1 skipped.',
      'events: 2 imported, 0 already here, 1 skipped.',
      'scheduled posts: 1, because their date is in the future. They are not public before.',
      `Accounts without a password: 1. Their players get a link by email at ${site.deps.config.siteUrl}/reset.`,
    ]);
    expect(code).toBe(0);
    expect(errors).toEqual([
      'user u7: no document in users belongs to it',
      'user u8: no document in users belongs to it',
      'user u9: no document in users belongs to it',
      'users/twin: no user of Firebase Authentication, or more than one, belongs to it',
      'users/ghost: no user of Firebase Authentication, or more than one, belongs to it',
      'user u3: wyncoins is not a whole number from 0: no coins were credited',
      'user u4: Chief was found by the display name only, so it got no rights: check it and use set-rights',
      'user u5: Locked is disabled, so it got no rights: check it and use set-rights',
      expect.stringMatching(/^shop\/free: price: /),
      'shop/cape: the picture "../files-private/cape.png" is left out: its path leaves the folder',
      'news/n3: createdAt is not a time',
      'news/n1: "Gossip" is not known here, so it is Community now',
      'news/n1: the picture "broken.png" is left out: That picture is damaged or incomplete.',
      'news/n2: the picture "https://elsewhere.test/a.png" in the text is left out: it is not in the project’s storage',
      expect.stringMatching(/^polls\/poll-bad: questions: /),
      expect.stringMatching(/^events\/e3: title: /),
      'events/e2: "Fishing" is not known here, so it is Bossing now',
      'events/e1: left out, because they have no account: Nobody',
    ]);
  });

  test('addresses are as confirmed, and sign-ins as old, as at Firebase', async () => {
    const rows = await site.deps.db
      .selectFrom('accounts')
      .innerJoin('identity_users', 'uid', 'identity_id')
      .select([
        'uid',
        'accounts.email',
        'accounts.email_key',
        'last_login_at',
        'identity_users.created_at',
      ])
      .select(['accounts.email_verified_at as here', 'identity_users.email_verified_at as there'])
      .where('uid', 'in', ['u1', 'u3'])
      .orderBy('uid')
      .execute();
    const dates = { last_login_at: new Date(past + 1000), created_at: new Date(past) };
    const at = expect.any(Date) as Date;
    expect(rows).toEqual([
      { uid: 'u1', email: 'u1@old.test', email_key: 'u1@old.test', ...dates, here: at, there: at },
      {
        uid: 'u3',
        email: 'Three@old.test',
        email_key: 'three@old.test',
        ...dates,
        here: null,
        there: null,
      },
    ]);
  });

  test('the log has an entry for each kind of content, and for each account with rights', async () => {
    const entries = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_name as by', 'action', 'subject', 'before', 'after'])
      .orderBy('id')
      .execute();
    const by = 'command line';
    const entry = (action: string, after: object) => ({ by, action, subject: 'firebase', after });
    expect(entries.filter(({ subject }) => subject === 'firebase')).toEqual(
      [
        entry('accounts/imported', { accounts: 6 }),
        entry('accounts/banned', { accounts: 1, reason: 'Disabled on the old site' }),
        entry('shop/imported', { imported: 2 }),
        entry('news/imported', { imported: 3 }),
        entry('polls/imported', { imported: 2 }),
        entry('events/imported', { imported: 2 }),
        entry('wallet/opened', { players: 3, coins: 1294 }),
      ].map((one) => ({ ...one, before: null })),
    );
    const change = { action: 'accounts/rights-changed', subject: 'iron ada' };
    expect(entries.filter(({ action }) => action === change.action)).toEqual([
      { by, ...change, before: { rights: 0 }, after: { rights: 3 } },
    ]);
  });

  test('the players sign in with their old password, rights and coins', async () => {
    const ada = await signIn('u1@old.test', passwordOf('u1'));
    const { json: me } = await get('/auth/verify', ada);
    expect(me).toMatchObject({ username: 'Iron Ada', user_rights: 3, wyncoins: 1234 });
    const { json: details } = await get('/api/users/iron%20ada', ada);
    expect(details.voted_polls).toHaveLength(2);
    await expect(fetchIdToken(site.app, 'u2@old.test', 'wrong')).rejects.toThrow(
      'INVALID_PASSWORD',
    );
    await signIn('three@old.test', passwordOf('u3'));
    const accounts = await site.deps.db
      .selectFrom('accounts')
      .select(['username', 'identity_id', 'user_rights', 'community_manager', 'created_at'])
      .orderBy('identity_id')
      .execute();
    expect(accounts[0]!.created_at).toEqual(new Date(past));
    expect(accounts.find(({ username }) => username === 'Three')?.community_manager).toBe(true);
    expect(accounts.find(({ username }) => username === 'Chief')?.user_rights).toBe(0);
  });

  test('a disabled user is banned with a reason, which an admin sees and lifts', async () => {
    const signInLocked = async () => {
      const idToken = await fetchIdToken(site.app, 'u5@old.test', passwordOf('u5'));
      return site.app.inject(json('POST', '/auth/web-login', { idToken }));
    };
    expect((await signInLocked()).json()).toMatchObject({
      code: 'accounts/banned',
      error: expect.stringContaining('Disabled on the old site'),
    });
    const { output } = await execute(['reset-password', 'Locked']);
    expect(output.at(-1)).toBe(
      'Locked is banned (Disabled on the old site) and cannot sign in until the ban is lifted under Users, Moderation.',
    );
    const ada = await signIn('u1@old.test', passwordOf('u1'));
    const { json: found } = await get('/api/admin/users?state=banned', ada);
    expect(found.users).toMatchObject([{ username: 'Locked' }]);
    const { json: locked } = await get('/api/admin/users/locked', ada);
    const url = `/api/admin/users/locked/sanctions/ban?version=${locked.version}`;
    const lift = json('DELETE', url, undefined, { cookie: ada });
    expect((await site.app.inject(lift)).statusCode).toBeLessThan(300);
    expect((await signInLocked()).statusCode).toBe(200);
    await run(whole);
    expect((await signInLocked()).statusCode).toBe(200);
  });

  test('the coins are opening entries, and the ledger is sound', async () => {
    const entries = await site.deps.db
      .selectFrom('ledger')
      .select(['ref', 'amount', 'kind', 'memo'])
      .orderBy('ref')
      .execute();
    const memo = 'Coins of the old site';
    expect(entries).toEqual([
      { ref: 'firebase:u1', amount: 1234, kind: 'adjustment', memo },
      { ref: 'firebase:u2', amount: 50, kind: 'adjustment', memo },
      { ref: 'firebase:u4', amount: 10, kind: 'adjustment', memo },
    ]);
    expect(await execute(['verify-ledger'])).toMatchObject({ code: 0 });
  });

  test('posts are sanitised and keep date, author and pictures', async () => {
    const { json: news } = await get('/api/news');
    expect(news.posts.map(({ title }: { title: string }) => title)).toEqual(['Second', 'First']);
    const { rows: waiting } = await sql`
      select title, publish_at, published_at from news_posts where state = 'scheduled'`.execute(
      site.deps.db,
    );
    const publishAt = new Date('2098-07-06T00:00:00Z');
    expect(waiting).toEqual([{ title: 'Not yet', publish_at: publishAt, published_at: null }]);
    const [second] = news.posts;
    expect(second).toMatchObject({
      category: 'Game Updates',
      createdAt: { seconds: past / 1000, nanoseconds: 500_000_000 },
      picture: { width: 60, height: 40 },
    });
    const { json: post } = await get(`/api/news/${second.id}`);
    expect(post.content).toContain('Hello');
    expect(post.content).toMatch(/<img[^>]*src="\/media\/[\da-f]{32}-60\.webp"/);
    expect(post.content).not.toMatch(/onclick|script|elsewhere/);
    const src = /\/media\/[^"]+/.exec(post.content)?.[0] ?? '';
    expect((await site.app.inject(src)).statusCode).toBe(200);
    const rows = await site.deps.db
      .selectFrom('news_posts')
      .innerJoin('accounts', 'accounts.id', 'news_posts.updated_by')
      .select(['title', 'username', 'news_posts.created_at as at'])
      .execute();
    expect(rows).toEqual([{ title: 'Second', username: 'Iron Ada', at: new Date(past + 500) }]);
  });

  test('polls keep their counts, and nobody votes twice', async () => {
    const { json: polls } = await get('/api/polls');
    const [open, ended] = polls;
    expect(ended).toMatchObject({ title: 'Past', ended: true });
    expect(ended.questions.map(({ answers }: { answers: { votes: number }[] }) => answers)).toEqual(
      [
        [
          { text: 'A', votes: 3 },
          { text: 'B', votes: 1 },
        ],
        [
          { text: 'C', votes: 0 },
          { text: 'D', votes: 4 },
        ],
      ],
    );
    expect(open).toMatchObject({ title: 'Open', ended: false });
    const vote = async (email: string, uid: string) => {
      const cookie = await signIn(email, passwordOf(uid));
      const answer = json('POST', `/api/polls/${open.id}/vote`, { answers: [1] }, { cookie });
      return (await site.app.inject(answer)).json();
    };
    expect(await vote('u2@old.test', 'u2')).toMatchObject({ code: 'polls/already-voted' });
    expect(await vote('three@old.test', 'u3')).toMatchObject({
      questions: [{ answers: [{ votes: 2 }, { votes: 1 }] }],
    });
  });

  test('events keep host and attendance', async () => {
    const { json: events } = await get('/api/events');
    expect(events).toEqual([
      expect.objectContaining({
        title: 'Dragon',
        type: 'Bossing',
        dateTime: '2098-05-06T07:08:00.000Z',
        creatorId: 'Bob',
        creatorRights: 2,
        communityManager: true,
        going: ['Iron Ada', 'Bob'],
        interested: ['Three'],
      }),
    ]);
  });

  test('items keep price, id and picture', async () => {
    const rows = await site.deps.db
      .selectFrom('shop_items')
      .select(['name', 'price', 'item_id', 'is_enabled', 'media_hash'])
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      {
        name: 'Red Hat',
        price: 500,
        item_id: 1038,
        is_enabled: true,
        media_hash: expect.stringMatching(/^[\da-f]{32}$/),
      },
      { name: 'Cape', price: 20, item_id: 4, is_enabled: false, media_hash: null },
    ]);
  });

  test('a second run changes nothing', async () => {
    const before = await digest();
    const { code, output } = await run(whole);
    expect({ code, output }).toEqual({
      code: 0,
      output: [
        'accounts: 0 imported, 6 already here, 5 skipped.',
        'coins: 0 credited, players with coins: 0.',
        'shop: 0 imported, 2 already here, 1 skipped.',
        'news: 0 imported, 3 already here, 1 skipped.',
        'polls: 0 imported, 2 already here, 1 skipped.',
        'events: 0 imported, 2 already here, 1 skipped.',
      ],
    });
    expect(await digest()).toEqual(before);
  });
});

test('a deleted player leaves no id of the old site, and a second run does not bring the player back', async () => {
  const uid = 'uidOfSomebodyWhoLeft';
  const options = await writeExport(path.join(folder, 'left'), {
    users: [authUser(uid)],
    collections: { users: { left: { username: 'Left', uid, wyncoins: 70 } } },
  });
  expect((await run(options)).output[0]).toBe('accounts: 1 imported, 0 already here, 0 skipped.');
  const { db, media } = site.deps;
  await sql`update accounts set delete_after = now() where username_key = 'left'`.execute(db);
  const erase = () => deleteDueAccounts({ ...site.deps, personalData: listPersonalData() });
  await erase();
  await site.deps.mailQueue.send();
  await erase();
  const file = path.join(folder, 'left.wynhold');
  await makeBackup({ db, media }, file);
  const dump = gunzipSync(await readFile(file)).toString();
  expect(dump).toContain('Deleted player');
  expect(dump.split('\n').filter((line) => line.includes(uid))).toEqual([]);
  expect(await execute(['verify-ledger'])).toMatchObject({ code: 0 });
  expect(await run(options)).toMatchObject({
    code: 0,
    errors: [`user ${uid}: the name "Left" belonged to an account that was deleted here`],
  });
});

test('one bad value costs only itself, and the report says which', async () => {
  const users = [
    authUser('rich'),
    authUser('md5', { passwordHash: Buffer.alloc(16, 7).toString('base64'), salt: '' }),
  ];
  const answers = [
    { text: 'Swamp', votes: -3 },
    { text: 'Desert', votes: 8 },
  ];
  const collections = {
    users: {
      rich: { username: 'Rich', uid: 'rich', wyncoins: Number.MAX_SAFE_INTEGER },
      md5: { username: 'Old Hash', uid: 'md5' },
    },
    polls: {
      where: {
        title: 'Where?',
        endTime: '2025-01-01T00:00:00Z',
        questions: [{ question: 'Next area', answers }],
      },
    },
  };
  const { output, errors } = await run(
    await writeExport(path.join(folder, 'bad-values'), { users, collections }),
  );
  expect(output).toEqual([
    'accounts: 2 imported, 0 already here, 0 skipped.',
    'coins: 0 credited, players with coins: 0.',
    'shop: 0 imported, 0 already here, 0 skipped.',
    'news: 0 imported, 0 already here, 0 skipped.',
    'polls: 1 imported, 0 already here, 0 skipped.',
    'events: 0 imported, 0 already here, 0 skipped.',
    expect.stringMatching(/^Accounts without a password: 1\./),
  ]);
  expect(errors).toEqual([
    'user rich: wyncoins is more than 1,000,000,000,000: no coins were credited',
    'user md5: the password hash and the signer key differ in length: imported without a password',
    'polls/where: the votes for "Swamp" in "Next area" are not a whole number up to 1,000,000, so they count as 0',
  ]);
  const { json: polls } = await get('/api/polls');
  expect(polls).toContainEqual(
    expect.objectContaining({
      title: 'Where?',
      questions: [
        expect.objectContaining({
          answers: [
            { text: 'Swamp', votes: 0 },
            { text: 'Desert', votes: 8 },
          ],
        }),
      ],
    }),
  );
});

test('a stranger who registered the name and address here gets neither coins nor rights', async () => {
  await site.addPlayer('Squatted');
  const user = authUser('squat', { email: 'squatted@example.test' });
  const users = {
    squatted: { username: 'Squatted', uid: 'squat', user_rights: 3, wyncoins: 5000 },
  };
  const options = await writeExport(path.join(folder, 'squat'), {
    users: [user],
    collections: { users },
  });
  const { output, errors } = await run(options);
  expect(output[0]).toBe('accounts: 0 imported, 0 already here, 1 skipped.');
  expect(output[1]).toBe('coins: 0 credited, players with coins: 0.');
  expect(errors).toEqual(['user squat: the name "Squatted" already has another account here']);
});

test('many users can sign in with their old password, and a second run changes nothing', async () => {
  // More than one batch of the import.
  const count = sized(510, 5000);
  const uids = Array.from({ length: count }, (_, at) => `many${at}`);
  const users = uids.map((uid) => authUser(uid));
  const documents = Object.fromEntries(
    uids.map((uid, at) => [`p${at}`, { username: `P${at}`, uid, wyncoins: at }]),
  );
  const options = await writeExport(path.join(folder, 'many'), {
    users,
    collections: { users: documents },
  });
  const { output, errors } = await run(options);
  expect({ output: output.slice(0, 2), errors }).toEqual({
    output: [
      `accounts: ${print(count)} imported, 0 already here, 0 skipped.`,
      `coins: ${print((count * (count - 1)) / 2)} credited, players with coins: ${print(count - 1)}.`,
    ],
    errors: [],
  });
  const before = await digest();
  expect((await run(options)).output[0]).toBe(
    `accounts: 0 imported, ${print(count)} already here, 0 skipped.`,
  );
  expect(await digest()).toEqual(before);
  // Every hash is checked; over HTTP a spread of them, because each sign-in also makes a new hash.
  const hashes = await site.deps.db
    .selectFrom('identity_users')
    .select(['uid', 'password_hash as hash'])
    .where('uid', 'like', 'many%')
    .execute();
  expect(hashes).toHaveLength(count);
  for (const { uid, hash } of hashes) {
    if (!(await isPassword(passwordOf(uid), hash))) throw new Error(`${uid} cannot sign in`);
  }
  for (const uid of uids.filter((_, at) => at % 250 === 0)) {
    await signIn(`${uid}@old.test`, passwordOf(uid));
  }
  expect(await execute(['verify-ledger'])).toMatchObject({ code: 0 });
});

test('with IDENTITY=firebase only the accounts are added', async () => {
  const identity = { ...site.deps.identity, name: 'firebase' as const };
  const options = await writeExport(path.join(folder, 'kept'), {
    users: [authUser('kept')],
    collections: { users: { kept: { username: 'Kept', uid: 'kept', wyncoins: 7 } } },
  });
  const { code, output } = await execute(['import', 'firebase', ...options], { identity });
  expect({ code, output: output.slice(0, 2) }).toEqual({
    code: 0,
    output: [
      'accounts: 1 imported, 0 already here, 0 skipped.',
      'coins: 7 credited, players with coins: 1.',
    ],
  });
  const account = await site.deps.db
    .selectFrom('accounts')
    .select(['identity_provider', 'identity_id'])
    .where('username_key', '=', 'kept')
    .executeTakeFirst();
  expect(account).toEqual({ identity_provider: 'firebase', identity_id: 'kept' });
  const users = await site.deps.db
    .selectFrom('identity_users')
    .select('uid')
    .where('uid', '=', 'kept')
    .execute();
  expect(users).toEqual([]);
});

describe('a bad export ends with one line and changes nothing:', () => {
  const users = { a: { username: 'A', uid: 'a' } };
  const valid = { users: [authUser('bad')], collections: { users } };
  type Change = (place: string) => Promise<unknown>;
  const rewrite =
    (name: string, content: string | Buffer): Change =>
    (place) =>
      writeFile(path.join(place, name), content);
  const remove =
    (name: string): Change =>
    (place) =>
      rm(path.join(place, name), { recursive: true });

  test.each<[string, Change, RegExp]>([
    [
      'cut users',
      rewrite('users.json', '{"users":[{"localId":"a"'),
      /users\.json is not valid JSON/,
    ],
    ['no users', rewrite('users.json', '{"accounts":[]}'), /not an export of Firebase Auth/],
    [
      'a user without id',
      rewrite('users.json', '{"users":[{}]}'),
      /user 1 cannot be read \(localId/,
    ],
    ['missing users', remove('users.json'), /users\.json cannot be read: it does not exist\.$/],
    ['wrong encoding', rewrite('users.json', Buffer.from([0x7b, 0xe9, 0x7d])), /UTF-8/],
    ['missing parameters', remove('hash.txt'), /hash\.txt cannot be read/],
    ['another algorithm', rewrite('hash.txt', 'algorithm: BCRYPT'), /BCRYPT is not supported/],
    ['parameters without key', rewrite('hash.txt', 'algorithm: SCRYPT'), /no base64_signer_key/],
    [
      'costly parameters',
      rewrite(
        'hash.txt',
        `base64_signer_key: ${'A'.repeat(88)}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 30`,
      ),
      /parameters that Firebase does not use/,
    ],
    ['no folder', remove('firestore'), /firestore cannot be read: it does not exist/],
    ['a cut collection', rewrite('firestore/users.json', '{"a":{"user'), /not valid JSON/],
    ['a cut line', rewrite('firestore/events.jsonl', '{"id":"e"}\n{"id'), /Line 2 of .*not valid/],
    ['a document without id', rewrite('firestore/shop.json', '[{"name":"x"}]'), /Document 1 of/],
    ['a text as collection', rewrite('firestore/polls.json', '"x"'), /not a collection/],
    ['no collection users', remove('firestore/users.json'), /has no users\.json/],
    ['twice the collection', rewrite('firestore/users.jsonl', ''), /both users\.json and/],
    [
      'Firestore’s own format',
      rewrite('firestore/2025.overall_export_metadata', 'x'),
      /own format.*docs\/moving-in\.md/,
    ],
  ])('%s', async (what, change, message) => {
    const place = path.join(folder, what.replaceAll(/\W/g, '-'));
    const options = await writeExport(place, valid);
    await change(place);
    const before = await digest();
    const { code, output, errors } = await run(options);
    expect({ code, output }).toEqual({ code: 1, output: [] });
    expect(errors).toEqual([expect.stringMatching(message)]);
    expect(errors[0]).not.toContain('\n');
    expect(await digest()).toEqual(before);
  });

  test('missing options', async () => {
    expect(await run([])).toMatchObject({ errors: ['Pass --auth FILE and --firestore FOLDER.'] });
    const [auth, file, , , firestore, place] = whole;
    const options = [auth!, file!, firestore!, place!];
    expect(await run(options)).toMatchObject({
      code: 1,
      errors: ['The users have passwords: pass --hash-config FILE.'],
    });
  });

  test('a failure at the end, such as a full disk', async () => {
    const options = await writeExport(path.join(folder, 'failing'), {
      users: [authUser('failing')],
      collections: { users: { failing: { username: 'Failing', uid: 'failing' } } },
    });
    const before = await digest();
    const live = {
      ...site.deps.live,
      publish: async () => {
        throw new Error('No space left on device');
      },
    };
    await writeFile(
      path.join(folder, 'failing/firestore/events.json'),
      '{"x":{"title":"X","description":"X","dateTime":"2024-01-01T10:00:00Z","type":"PvP"}}',
    );
    expect(await execute(['import', 'firebase', ...options], { live })).toMatchObject({
      code: 1,
      errors: ['Failed: No space left on device'],
    });
    expect(await digest()).toEqual(before);
  });
});

function run(options: string[], ...more: string[]) {
  return execute(['import', 'firebase', ...options, ...more]);
}

function execute(args: string[], replaced?: Partial<TestApp['deps']>) {
  return executeOn(site, args, replaced);
}

function print(amount: number): string {
  return amount.toLocaleString('en');
}

async function signIn(email: string, password: string): Promise<string> {
  const idToken = await fetchIdToken(site.app, email, password);
  return sessionCookieOf(await site.app.inject(json('POST', '/auth/web-login', { idToken })));
}

async function get(url: string, cookie = '') {
  const answer = await site.app.inject({ url, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  // The shapes are checked by the tests of each feature.
  return { json: answer.json() };
}

async function countMedia(): Promise<number> {
  return (await site.deps.db.selectFrom('media').select('hash').execute()).length;
}

/** A digest of every table. */
async function digest(): Promise<Record<string, string>> {
  const { db } = site.deps;
  const digests: Record<string, string> = {};
  for (const { name } of await readTables()) {
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest
      from ${sql.table(name)} as t`.execute(db);
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
}
