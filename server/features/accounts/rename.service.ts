import type { Db, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#shared/errors.ts';
import { oldNameDays } from '#shared/rules/renames.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { assertNameNotReserved, toTakenError } from './accounts.service.ts';
import * as queries from './rename.db.ts';

/**
 * Everything that belongs to an account refers to its id, except the hiscores and the games, which know names: the
 * caller renames those in the same transaction. The earlier name stays reserved for the account for 90 days. The
 * database refuses names that are taken or reserved, so of two players who want the same name one gets it.
 */
type Rename = {
  accountId: number;
  username: string;
  /** Days between two changes by the player; undefined for a change by an admin. */
  cooldownDays?: number | undefined;
  /** Renames what knows the account by its name, before the account itself. */
  onRename: (before: { username: string; usernameKey: string }) => Promise<void>;
};

/** Returns the earlier name. */
export async function renameAccount(
  deps: Pick<Deps, 'brand'>,
  trx: Trx,
  { accountId, username, cooldownDays, onRename }: Rename,
): Promise<string> {
  assertNameNotReserved(deps, username);
  const before = await queries.lockName(trx, accountId);
  if (before.deleteAfter) {
    const text = 'This account will be deleted. Keep it first, then change the name.';
    throw new AppError('accounts/leaving', text);
  }
  if (cooldownDays !== undefined) assertCooledDown(before.renamedAt, cooldownDays);
  const usernameKey = toUsernameKey(username);
  await queries.deleteOldName(trx, accountId, usernameKey);
  const isOtherName = usernameKey !== before.usernameKey;
  if (isOtherName) await onRename(before);
  try {
    const isOwnChange = cooldownDays !== undefined;
    await queries.updateName(trx, accountId, { username, usernameKey, isOwnChange });
  } catch (error) {
    throw toTakenError(error) ?? error;
  }
  if (isOtherName) await keepOldName(trx, accountId, before.username);
  return before.username;
}

export async function keepOldName(trx: Trx, accountId: number, username: string): Promise<void> {
  const usernameKey = toUsernameKey(username);
  await queries.keepOldName(trx, { accountId, username, usernameKey, days: oldNameDays });
}

export { findAccountNames } from './rename.db.ts';

/** For a rename made after the restored backup, which the games know already. False if the name is not free. */
export async function repeatRename(
  trx: Trx,
  { accountId, username, onRename }: Pick<Rename, 'accountId' | 'username' | 'onRename'>,
): Promise<boolean> {
  const usernameKey = toUsernameKey(username);
  const before = await queries.lockName(trx, accountId);
  await queries.deleteOldName(trx, accountId, usernameKey);
  if (!(await queries.isNameFree(trx, usernameKey))) return false;
  await onRename(before);
  await queries.updateName(trx, accountId, { username, usernameKey, isOwnChange: false });
  return true;
}

export function findNextRename(renamedAt: Date | null, cooldownDays: number): Date | null {
  const next = renamedAt && new Date(renamedAt.getTime() + cooldownDays * 86_400_000);
  return next && next > new Date() ? next : null;
}

/** For reports of a game that does not know the new name yet, and for old links. */
export async function findCurrentNames(db: Db, names: string[]): Promise<Map<string, string>> {
  const rows = await queries.findRenamed(db, names.map(toUsernameKey));
  return new Map(rows.map(({ oldKey, username }) => [oldKey, username]));
}

function assertCooledDown(renamedAt: Date | null, cooldownDays: number): void {
  const next = findNextRename(renamedAt, cooldownDays);
  if (!next) return;
  throw new AppError(
    'accounts/renamed-recently',
    `You can change your name again on ${next.toISOString().slice(0, 10)}.`,
  );
}
