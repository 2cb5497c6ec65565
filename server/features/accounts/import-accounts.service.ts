import { randomUUID } from 'node:crypto';

import type { Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { importUsers } from '#server/features/identity/users.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { noPassword } from '#server/lib/passwords/imported-hash.ts';
import { Email, Username } from '#shared/endpoints/accounts.ts';
import { rights } from '#shared/rules/permissions.ts';
import { isReservedName, toUsernameKey } from '#shared/rules/usernames.ts';

import { findAccountsLike, insertAccounts } from './import-accounts.db.ts';
import * as reservedNames from './reserved-names.db.ts';

/**
 * Accounts of another site. Registrations wait until the transaction ends, so that no name is taken in between.
 * An account that was imported before is known by its uid, or without one by its name and address: importing it
 * again changes nothing.
 */
export type AccountToImport = {
  at: string;
  username: string;
  email: string;
  /** The user's id at the identity provider; a new one if it has none. */
  uid?: string | undefined;
  /** The result of `toStoredHash`; null: the player chooses a password first. */
  storedHash: string | null;
  isEmailVerified?: boolean;
  rights?: number;
  isCommunityManager?: boolean;
  createdAt?: Date | undefined;
  lastLoginAt?: Date | undefined;
};

type Skipped = { at: string; reason: string };
type Candidate = AccountToImport & {
  uid: string;
  hasOwnUid: boolean;
  usernameKey: string;
  emailKey: string;
};
type Existing = Awaited<ReturnType<typeof findAccountsLike>>[number];

export type AccountsImport = {
  imported: { at: string; id: number; uid: string; hasPassword: boolean }[];
  /** Imported before. */
  known: { at: string; id: number; uid: string }[];
  skipped: Skipped[];
};

type ImportDeps = Pick<Deps, 'identity' | 'brand'>;
type Options = { actor: Actor; source: string; onProgress: (share: number) => void };

const batchSize = 500;

export async function importAccounts(
  deps: ImportDeps,
  trx: Trx,
  accounts: readonly AccountToImport[],
  { actor, source, onProgress }: Options,
): Promise<AccountsImport> {
  await reservedNames.lockRegistrations(trx);
  const result: AccountsImport = { imported: [], known: [], skipped: [] };
  const candidates = chooseCandidates(deps, accounts, result.skipped);
  for (let from = 0; from < candidates.length; from += batchSize) {
    await importBatch(deps, trx, candidates.slice(from, from + batchSize), result);
    onProgress((from + batchSize) / candidates.length);
  }
  await recordImport(trx, { actor, source, candidates, result });
  return result;
}

/** Leaves out accounts that break a rule of this site, and every further account with the same name or address. */
function chooseCandidates(
  { brand }: ImportDeps,
  accounts: readonly AccountToImport[],
  skipped: Skipped[],
): Candidate[] {
  const firstAt = new Map<string, string>();
  const siteName = brand.now().name;
  return accounts.flatMap((account) => {
    const { at, uid = randomUUID(), ...rest } = account;
    const usernameKey = toUsernameKey(account.username);
    const emailKey = account.email.trim().toLowerCase();
    const keys = [`name ${usernameKey}`, `email ${emailKey}`, `uid ${uid}`];
    const twinAt = keys.map((key) => firstAt.get(key)).find((found) => found !== undefined);
    const reason =
      findProblem(account, siteName) ??
      (twinAt && `the name ${quote(account.username)} or the address is already in ${twinAt}`);
    if (reason) {
      skipped.push({ at, reason });
      return [];
    }
    for (const key of keys) firstAt.set(key, at);
    const texts = { username: Username.parse(account.username), email: Email.parse(account.email) };
    const hasOwnUid = account.uid !== undefined;
    return [{ ...rest, ...texts, at, uid, hasOwnUid, usernameKey, emailKey }];
  });
}

/** An admin may have a name that is reserved for the site, such as Owner. */
function findProblem(
  { username, email, rights: given }: AccountToImport,
  siteName: string,
): string | undefined {
  if (!Username.safeParse(username).success) return `${quote(username)} is not a valid username`;
  if (!Email.safeParse(email).success) return `${quote(email)} is not a valid email address`;
  return isReservedName(username, siteName) && given !== rights.admin
    ? `the username ${quote(username)} is reserved for the site`
    : undefined;
}

async function importBatch(
  deps: ImportDeps,
  trx: Trx,
  batch: Candidate[],
  result: AccountsImport,
): Promise<void> {
  const names = batch.map(({ usernameKey }) => usernameKey);
  const existing = await findAccountsLike(trx, {
    names,
    emails: batch.map(({ emailKey }) => emailKey),
    provider: deps.identity.name,
    uids: batch.map(({ uid }) => uid),
  });
  const kept = await reservedNames.findKeptNames(trx, names);
  const retired = await reservedNames.findRetiredNames(trx, names);
  const fresh = batch.filter((account) => {
    const known = existing.find((one) => isSameAccount(deps, one, account));
    if (known) result.known.push({ at: account.at, id: known.id, uid: known.uid });
    const reason = known ? undefined : findConflict({ existing, kept, retired }, account);
    if (reason) result.skipped.push({ at: account.at, reason });
    return !known && !reason;
  });
  const added = await addUsers(deps, trx, fresh);
  for (const { at } of fresh.filter(({ uid }) => !added.has(uid))) {
    result.skipped.push({ at, reason: 'the email address is already known to the sign-in' });
  }
  const rows = fresh.filter(({ uid }) => added.has(uid));
  if (rows.length === 0) return;
  // The imported account is the one that the name was reserved for.
  await reservedNames.deleteReservedNames(
    trx,
    rows.map(({ usernameKey }) => usernameKey),
  );
  const inserted = await insertAccounts(
    trx,
    rows.map((row) => toAccountRow(deps, row)),
  );
  const idOf = new Map(inserted.map(({ id, uid }) => [uid, id]));
  for (const { at, uid, storedHash } of rows) {
    result.imported.push({ at, id: idOf.get(uid)!, uid, hasPassword: storedHash !== null });
  }
}

function isSameAccount(
  { identity }: ImportDeps,
  existing: Existing,
  { uid, hasOwnUid, usernameKey, emailKey }: Candidate,
): boolean {
  // Name and address are not enough for an account with coins: anybody could have registered them here.
  if (hasOwnUid) return existing.provider === identity.name && existing.uid === uid;
  return existing.usernameKey === usernameKey && existing.emailKey === emailKey;
}

type Taken = { existing: Existing[]; kept: ReadonlySet<string>; retired: ReadonlySet<string> };

function findConflict(
  { existing, kept, retired }: Taken,
  { username, usernameKey, emailKey }: Candidate,
): string | undefined {
  if (existing.some((one) => one.usernameKey === usernameKey)) {
    return `the name ${quote(username)} already has another account here`;
  }
  if (kept.has(usernameKey)) {
    return `the name ${quote(username)} is kept for a player who was renamed`;
  }
  if (retired.has(usernameKey)) {
    return `the name ${quote(username)} belonged to an account that was deleted here`;
  }
  return existing.some((one) => one.emailKey === emailKey)
    ? 'the email address already has another account here'
    : undefined;
}

/** Firebase has its users already. */
async function addUsers(
  { identity }: ImportDeps,
  trx: Trx,
  accounts: Candidate[],
): Promise<Set<string>> {
  if (accounts.length === 0) return new Set();
  if (identity.name === 'firebase') return new Set(accounts.map(({ uid }) => uid));
  const users = accounts.map(({ uid, email, storedHash, ...account }) => ({
    uid,
    email,
    passwordHash: storedHash ?? noPassword,
    isEmailVerified: account.isEmailVerified ?? false,
    createdAt: account.createdAt ?? new Date(),
    lastLoginAt: account.lastLoginAt ?? null,
  }));
  return new Set(await importUsers(trx, users));
}

function toAccountRow({ identity }: ImportDeps, account: Candidate) {
  return {
    username: account.username,
    username_key: account.usernameKey,
    email: account.email,
    email_key: account.emailKey,
    identity_provider: identity.name,
    identity_id: account.uid,
    user_rights: account.rights ?? 0,
    community_manager: account.isCommunityManager ?? false,
    created_at: account.createdAt ?? new Date(),
    email_verified_at: account.isEmailVerified ? new Date() : null,
  };
}

type Summary = { actor: Actor; source: string; candidates: Candidate[]; result: AccountsImport };

async function recordImport(
  trx: Trx,
  { actor, source, candidates, result }: Summary,
): Promise<void> {
  if (result.imported.length === 0) return;
  const imported = new Set(result.imported.map(({ uid }) => uid));
  const after = { accounts: imported.size };
  await recordAudit(trx, { actor, action: 'accounts/imported', subject: source, after });
  for (const { uid, usernameKey: subject, rights: given = 0 } of candidates) {
    if (given === 0 || !imported.has(uid)) continue;
    const change = { before: { rights: 0 }, after: { rights: given } };
    await recordAudit(trx, { actor, action: 'accounts/rights-changed', subject, ...change });
  }
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
