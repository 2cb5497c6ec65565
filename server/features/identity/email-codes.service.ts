import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { createSecret, hashSecret } from '#server/lib/secrets/secrets.ts';

import * as queries from './codes.db.ts';
import { ProtocolError } from './protocol-error.ts';
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
    await queries.deleteEmailCodesOf(trx, uid);
    const code = { codeHash: hash, uid, email, lifetimeSeconds: codeLifetimeSeconds };
    await queries.insertEmailCode(trx, code);
    return secret;
  });
}

/** If several requests come at once, the first confirms the address and the others succeed without effect. */
export async function confirmEmail(deps: ConfirmDeps, code: string): Promise<User> {
  const codeHash = hashSecret(code);
  const found = await queries.findEmailCode(deps.db, codeHash);
  if (!found || found.isUsed) throw new ProtocolError('INVALID_OOB_CODE');
  if (found.isExpired) throw new ProtocolError('EXPIRED_OOB_CODE');
  const { uid, email } = found;
  return transaction(deps.db, async (trx) => {
    await lockUser(trx, uid);
    const user = await findUser(trx, uid);
    if (user?.email !== email) throw new ProtocolError('INVALID_OOB_CODE');
    if (user.isDisabled) throw new ProtocolError('USER_DISABLED');
    if (await queries.consumeEmailCode(trx, codeHash)) await recordVerified(deps, trx, user);
    // A newer link has replaced this one since it was found.
    else if (!user.emailVerifiedAt) throw new ProtocolError('INVALID_OOB_CODE');
    return { uid, email };
  });
}

/** After other proof that the user reads the emails sent to the address. Call this with the user locked. */
export async function verifyEmail(
  deps: Pick<Deps, 'identity'>,
  trx: Trx,
  user: User,
): Promise<void> {
  await queries.deleteEmailCodesOf(trx, user.uid);
  await recordVerified(deps, trx, user);
}

async function recordVerified(
  { identity }: Pick<Deps, 'identity'>,
  trx: Trx,
  { uid, email }: User,
): Promise<void> {
  await updateEmailVerified(trx, uid);
  await identity.onEmailVerified?.({ uid, email }, trx);
}
