import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findAccount } from '#server/features/accounts/accounts.service.ts';
import { hasTwoFactor } from '#server/features/accounts/two-factor.service.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import { hashPassword } from '#server/lib/passwords/password-hash.ts';
import { assertStrongPassword } from '#server/lib/passwords/password-rules.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type { GamePasswordState } from '#shared/endpoints/game-servers.ts';
import { AppError } from '#shared/errors.ts';
import { needsStaffSecurity } from '#shared/rules/staff-permissions.ts';

import { deleteGamePassword, findGamePassword, upsertGamePassword } from './game-passwords.db.ts';

/** The old protocol sends passwords unencrypted: one that only opens the game limits the damage. */
export async function getGamePassword(
  { db }: Pick<Deps, 'db'>,
  account: SessionAccount,
): Promise<GamePasswordState> {
  const known = await findGamePassword(db, account.id);
  return {
    isSet: known !== undefined,
    setAt: known?.setAt.toISOString() ?? null,
    isNeeded: needsStaffSecurity(account) || (await hasTwoFactor(db, account.id)),
  };
}

export async function setGamePassword(
  deps: Deps,
  account: SessionAccount,
  password: string,
): Promise<GamePasswordState> {
  const { brand, db, identity } = deps;
  assertStrongPassword(password, { email: account.email, siteName: brand.now().name });
  const owner = await findAccount(db, account.username);
  if (owner && (await identity.checkPassword(owner, password))) {
    const text = 'Choose a password other than your website password.';
    throw new AppError('accounts/weak-password', text, { fields: { password: text } });
  }
  const hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    await upsertGamePassword(trx, account.id, hash);
    await notifyOwner(deps, trx, account, 'set');
  });
  return getGamePassword(deps, account);
}

export async function removeGamePassword(deps: Deps, account: SessionAccount): Promise<void> {
  await transaction(deps.db, async (trx) => {
    await deleteGamePassword(trx, account.id);
    await notifyOwner(deps, trx, account, 'removed');
  });
}

async function notifyOwner(
  deps: Deps,
  trx: Trx,
  account: SessionAccount,
  what: 'set' | 'removed',
): Promise<void> {
  const { email: to, username } = account;
  await deps.live.publish(trx, { topic: 'me', accountId: account.id });
  const recipient = { to, username, values: {} };
  const mail = await composeMail(deps, trx, `game-password-${what}`, recipient);
  await deps.mailQueue.add(trx, mail);
}
