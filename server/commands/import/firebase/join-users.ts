import type { AccountToImport } from '#server/features/accounts/import-accounts.service.ts';
import { toStoredFirebaseHash } from '#server/lib/passwords/imported-hash.ts';
import type { FirebaseParameters } from '#server/lib/passwords/imported-hash.ts';
import { parseJson } from '#shared/rules/parse-json.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { isObject } from '../read-text-file.ts';
import { withoutPassword } from '../run-import.ts';
import type { Skipped } from '../run-import.ts';
import type { AuthUser } from './read-auth-users.ts';
import type { Document } from './read-collection.ts';
import { readNumber, readText, readTexts } from './read-values.ts';

/**
 * Joins the users of Firebase Authentication, who have the address and the password, with the documents of the
 * collection `users`, which have the name, the rights and the coins. A document belongs to the user with its `uid`,
 * else with its `email`, else with its name as the claim `username`, else with its name as display name. Users can
 * change their display name themselves: so it must be unique, and it gives no rights.
 */
export type MovedUser = {
  account: AccountToImport & { uid: string };
  isDisabled: boolean;
  nameKey: string;
  coins: number;
  votedPolls: string[];
};

export type JoinedUsers = { users: MovedUser[]; skipped: Skipped[]; notes: Skipped[] };

const maxCoins = 1_000_000_000_000;

type Match = { document: Document; isByDisplayName: boolean };

/** Without parameters the passwords stay at Firebase. */
export function joinUsers(
  authUsers: readonly AuthUser[],
  documents: readonly Document[],
  parameters: FirebaseParameters | undefined,
): JoinedUsers {
  const joined: JoinedUsers = { users: [], skipped: [], notes: [] };
  const matches = matchDocuments(authUsers, documents);
  for (const user of authUsers) {
    const at = `user ${user.localId}`;
    const match = matches.get(user);
    const username = readName(user, match?.document);
    const hash = readHash(user, parameters);
    if (username === '') {
      joined.skipped.push({ at, reason: 'no document in users belongs to it' });
      continue;
    }
    if (hash.problem) joined.notes.push({ at, reason: withoutPassword(hash.problem) });
    joined.users.push(toMovedUser({ at, user, match, username, ...hash }, joined.notes));
  }
  const used = new Set([...matches.values()].map(({ document }) => document));
  for (const document of documents.filter((one) => !used.has(one))) {
    const reason = 'no user of Firebase Authentication, or more than one, belongs to it';
    joined.skipped.push({ at: `users/${document.id}`, reason });
  }
  return joined;
}

function matchDocuments(
  authUsers: readonly AuthUser[],
  documents: readonly Document[],
): Map<AuthUser, Match> {
  const index = indexDocuments(documents);
  const matches = new Map<AuthUser, Match>();
  for (const user of authUsers) {
    const name = toUsernameKey(readClaimedName(user));
    const keys = [`uid ${user.localId}`, `email ${user.email.toLowerCase()}`, `name ${name}`];
    const document = keys.map((key) => index.get(key)).find((found) => found !== undefined);
    if (document) matches.set(user, { document, isByDisplayName: false });
  }
  const used = new Set([...matches.values()].map(({ document }) => document));
  const named = new Map<Document, AuthUser[]>();
  for (const user of authUsers) {
    const document = index.get(`name ${toUsernameKey(user.displayName)}`);
    if (!document || matches.has(user) || used.has(document)) continue;
    named.set(document, [...(named.get(document) ?? []), user]);
  }
  for (const [document, [user, ...others]] of named) {
    if (user && others.length === 0) matches.set(user, { document, isByDisplayName: true });
  }
  return matches;
}

function indexDocuments(documents: readonly Document[]): Map<string, Document> {
  const index = new Map<string, Document>();
  for (const document of documents) {
    const { id, data } = document;
    const email = readText(data.email).toLowerCase();
    const keys = [id, readText(data.uid), readText(data.userId)].map((uid) => `uid ${uid}`);
    if (email) keys.push(`email ${email}`);
    const nameKey = toUsernameKey(readText(data.username, id));
    if (nameKey) keys.push(`name ${nameKey}`);
    for (const key of keys) if (!index.has(key)) index.set(key, document);
  }
  return index;
}

function readClaimedName({ customAttributes }: AuthUser): string {
  const claims = parseJson(customAttributes);
  return isObject(claims) ? readText(claims.username) : '';
}

/** Empty without a document: another user may have the right to the display name. */
function readName({ localId }: AuthUser, document: Document | undefined): string {
  return readText(document?.data.username, document?.id === localId ? '' : document?.id);
}

function readHash(
  { passwordHash, salt }: AuthUser,
  parameters: FirebaseParameters | undefined,
): { stored: string | null; problem?: string } {
  if (passwordHash === '' || !parameters) return { stored: null };
  const hash = toStoredFirebaseHash(
    { passwordHash: Buffer.from(passwordHash, 'base64'), salt: Buffer.from(salt, 'base64') },
    parameters,
  );
  return 'problem' in hash ? { stored: null, problem: hash.problem } : hash;
}

type Joined = {
  at: string;
  user: AuthUser;
  match: Match | undefined;
  username: string;
  stored: string | null;
};

function toMovedUser({ at, user, match, username, stored }: Joined, notes: Skipped[]): MovedUser {
  const data = match?.document.data ?? {};
  const isTrusted = match?.isByDisplayName === false;
  const mayHaveRights = isTrusted && !user.disabled;
  const rights = readWhole(data.user_rights, 3);
  const coins = readWhole(data.wyncoins, maxCoins);
  if (rights === undefined) notes.push({ at, reason: 'user_rights is not 0 to 3: it got 0' });
  if (coins === undefined) {
    const isTooLarge = readNumber(data.wyncoins) > maxCoins;
    const what = isTooLarge
      ? `is more than ${maxCoins.toLocaleString('en')}`
      : 'is not a whole number from 0';
    notes.push({ at, reason: `wyncoins ${what}: no coins were credited` });
  }
  if (rights && !mayHaveRights) {
    const why = isTrusted ? 'is disabled' : 'was found by the display name only';
    const reason = `${username} ${why}, so it got no rights: check it and use set-rights`;
    notes.push({ at, reason });
  }
  return {
    account: {
      at,
      username,
      email: user.email,
      uid: user.localId,
      storedHash: stored,
      isEmailVerified: user.emailVerified,
      rights: mayHaveRights ? (rights ?? 0) : 0,
      isCommunityManager: mayHaveRights && data.community_manager === true,
      createdAt: user.createdAt,
      lastLoginAt: user.lastSignedInAt,
    },
    isDisabled: user.disabled,
    nameKey: toUsernameKey(username),
    coins: coins ?? 0,
    votedPolls: readTexts(data.voted_polls),
  };
}

/** 0 if it is missing; undefined if it is not a whole number up to `max`. */
function readWhole(value: unknown, max: number): number | undefined {
  if (value === undefined || value === null) return 0;
  const number = readNumber(value);
  return Number.isInteger(number) && number >= 0 && number <= max ? number : undefined;
}
