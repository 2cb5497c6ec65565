import type { Transaction } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

import {
  consumeEmailCode,
  deleteEmailCodesOf,
  findEmailCode,
  insertEmailCode,
} from './email-codes.db.ts';
import { protocolError } from './protocol-error.ts';
import { createSecret, hashSecret } from './secrets.ts';
import { findUser, lockUser, updateEmailVerified } from './users.db.ts';

/**
 * Codes of the embedded provider that confirm an email address. A user has at most one, for the current
 * address: a newer code and a change of address delete it. The user's lock orders all of these, so a code
 * never confirms an address it was not sent to.
 */
type ConfirmDeps = Pick<Deps, 'db' | 'identity'>;
type User = { uid: string; email: string };

const codeLifetimeSeconds = 86_400;

export async function createEmailCode(
  { db }: Pick<Deps, 'db'>,
  { uid, email }: User,
): Promise<string | undefined> {
  const { secret, hash } = createSecret();
  return transaction(db, async (trx) => {
    await lockUser(trx, uid);
    const user = await findUser(trx, uid);
    if (!user || user.isDisabled || user.emailVerifiedAt || user.email !== email) return undefined;
    await deleteEmailCodesOf(trx, uid);
    const code = { codeHash: hash, uid, email, lifetimeSeconds: codeLifetimeSeconds };
    await insertEmailCode(trx, code);
    return secret;
  });
}

/**
 * Of concurrent requests with one code, the first confirms the address and the others succeed too. A later
 * request is refused.
 */
export async function confirmEmail(deps: ConfirmDeps, code: string): Promise<User> {
  const codeHash = hashSecret(code);
  const found = await findEmailCode(deps.db, codeHash);
  if (!found) throw protocolError('INVALID_OOB_CODE');
  if (found.isExpired) throw protocolError('EXPIRED_OOB_CODE');
  const { uid, email } = found;
  return transaction(deps.db, async (trx) => {
    await lockUser(trx, uid);
    const user = await findUser(trx, uid);
    if (user?.email !== email) throw protocolError('INVALID_OOB_CODE');
    if (user.isDisabled) throw protocolError('USER_DISABLED');
    const isConsumed = await consumeEmailCode(trx, codeHash);
    if (isConsumed) await verifyEmail(deps, trx, user);
    // A newer link replaced this one since it was found.
    else if (!user.emailVerifiedAt) throw protocolError('INVALID_OOB_CODE');
    return { uid, email };
  });
}

/** Call this with the user locked, after proof that they read the emails sent to the address. */
export async function verifyEmail(
  { identity }: Pick<Deps, 'identity'>,
  trx: Transaction<Schema>,
  { uid, email }: User,
): Promise<void> {
  await updateEmailVerified(trx, uid);
  await deleteEmailCodesOf(trx, uid);
  await identity.onEmailVerified?.({ uid, email }, trx);
}
