import { timingSafeEqual } from 'node:crypto';
import { hostname } from 'node:os';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createAccount } from '#server/features/accounts/accounts.service.ts';
import { setRights } from '#server/features/accounts/change-account.service.ts';
import { createSecret, hashSecret } from '#server/lib/secrets/secrets.ts';
import { AppError } from '#shared/errors.ts';
import { rights } from '#shared/rules/permissions.ts';

import { deleteCode, findLiveHashes, hasAdmin, lockCodes, replaceCode } from './setup.db.ts';

/**
 * The link that makes the first admin of a new site. The owner reads it where the site is started; its code
 * is stored as a hash, works for a day, once, and only while there is no admin. A wrong, old or used code is
 * answered like an address that does not exist, so a visitor cannot find out whether a site is set up. An
 * account that lost the race stays that of a player.
 */
const hours = 24;

type Replica = Pick<Deps, 'db' | 'config'>;
type FirstAdmin = { code: string; username: string; email: string; password: string };

/** Replaces this replica's link; those of other replicas keep working. Undefined if there is an admin. */
export async function createSetupLink({ db, config }: Replica): Promise<string | undefined> {
  if (config.demo) return undefined;
  const { secret, hash } = createSecret();
  const isMade = await transaction(db, async (trx) => {
    await lockCodes(trx);
    if (await hasAdmin(trx)) return false;
    await replaceCode(trx, { replica: nameOf(config), hash, hours });
    return true;
  });
  return isMade ? `${config.siteUrl}/setup?code=${secret}` : undefined;
}

/** When this replica stops. If it crashes, its next start replaces the code, or it expires. */
export async function removeSetupLink({ db, config }: Replica): Promise<void> {
  await deleteCode(db, nameOf(config));
}

export async function assertSetupCode(db: Db, code: string): Promise<void> {
  const given = hashSecret(code);
  const hashes = await findLiveHashes(db);
  // Compares with every hash, in constant time.
  const matches = hashes.filter((hash) => timingSafeEqual(hash, given));
  if (matches.length === 0 || (await hasAdmin(db))) {
    throw new AppError('request/not-found', 'There is nothing here.');
  }
}

/** Becomes an admin in the transaction that uses up the code, so of two requests at once only one makes an admin. */
export async function createFirstAdmin(
  deps: Deps,
  { code, ...account }: FirstAdmin,
  ip: string,
): Promise<void> {
  await assertSetupCode(deps.db, code);
  await createAccount(deps, account);
  await setRights(deps, account.username, {
    rights: rights.admin,
    actor: { id: null, name: 'setup link', ip },
    check: async (trx) => {
      await lockCodes(trx);
      await assertSetupCode(trx, code);
    },
  });
}

function nameOf({ port }: Deps['config']): string {
  return `${hostname()}:${port}`;
}
