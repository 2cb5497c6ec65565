import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { AppError } from '#shared/errors.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import * as queries from './reserved-names.db.ts';

// An imported character belongs to the account of the same name. So its name cannot be registered until the
// character's owner claims it (name-claims.service.ts) or an admin releases it. The database refuses the
// registration.

type ReserveDeps = Pick<Deps, 'db'>;
export type ReservedFor = {
  username: string;
  /** The address of the character's owner. */ email?: string | undefined;
};
type Reserved = {
  added: number;
  known: number;
  /** Names that have an account. */ taken: string[];
};

/** Reserves the names that have no account. Repeating it changes nothing. */
export async function reserveNames(
  { db }: ReserveDeps,
  actor: Actor,
  names: ReservedFor[],
  { isAudited = true }: { isAudited?: boolean } = {},
): Promise<Reserved> {
  const byKey = new Map(names.map((one) => [toUsernameKey(one.username), one]));
  return transaction(db, async (trx) => {
    await queries.lockRegistrations(trx);
    const accounts = new Set(await queries.findAccountsByKeys(trx, [...byKey.keys()]));
    const free = [...byKey].filter(([key]) => !accounts.has(key));
    const added = await queries.insertReservedNames(
      trx,
      free.map(([usernameKey, { username, email = null }]) => ({ usernameKey, username, email })),
    );
    if (added > 0 && isAudited) {
      const after = { names: added };
      await recordAudit(trx, {
        actor,
        action: 'accounts/names-reserved',
        subject: 'reserved names',
        after,
      });
    }
    const taken = [...byKey].flatMap(([key, name]) => (accounts.has(key) ? [name.username] : []));
    return { added, known: free.length - added, taken };
  });
}

/**
 * For some weeks after a restore: a game may know players who registered or were renamed after the backup was made.
 * A stranger who registered such a name would get the character.
 */
export async function reserveReportedNames(db: Db, actor: Actor, names: string[]): Promise<void> {
  if (names.length === 0 || !(await queries.wasRestored(db, daysAfterRestore))) return;
  const byKey = new Map(names.map((name) => [toUsernameKey(name), name]));
  byKey.delete('');
  const unknown = await queries.findUnknownKeys(db, [...byKey.keys()]);
  if (unknown.length === 0) return;
  await reserveNames(
    { db },
    actor,
    unknown.map((key) => ({ username: byKey.get(key) ?? key })),
  );
}

const daysAfterRestore = 30;

/** Names of accounts that are new or renamed, for the file beside the backups. */
export const findGivenNames = (db: Db) => queries.findGivenNames(db, givenDays);
export type { GivenName } from './reserved-names.db.ts';

/** Older backups than that are rarely restored. */
const givenDays = 31;

export async function releaseName(
  { db }: ReserveDeps,
  actor: Actor,
  username: string,
): Promise<void> {
  const subject = toUsernameKey(username);
  await transaction(db, async (trx) => {
    if (!(await queries.deleteReservedName(trx, subject))) {
      throw new AppError('accounts/not-found', `The name ${username} is not reserved.`);
    }
    await recordAudit(trx, { actor, action: 'accounts/name-released', subject });
  });
}
