import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import { assertStrongPassword } from '#server/lib/passwords/password-rules.ts';
import { requireFreshSignIn } from '#server/plugins/session.ts';
import type { Session, SessionAccount } from '#server/plugins/session.ts';
import type { UserDetails } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { findVotedPolls, restoreEmail, updateEmail } from './accounts.db.ts';
import type { AccountRow } from './accounts.db.ts';
import { getAccount, toTakenError } from './accounts.service.ts';
import { checkAndIncrementVersion } from './change-account.service.ts';
import { trySendEmailConfirmation } from './email-confirmation.service.ts';
import {
  revokeSessions,
  revokeSessionsWithoutPublish,
  syncValidSince,
} from './sessions.service.ts';

type Change = { email: string; password?: string | undefined; version?: number | undefined };

/** Only for the player and admins. Other callers must not learn whether the name exists. */
export async function getUser(
  deps: Deps,
  caller: SessionAccount,
  username: string,
): Promise<AccountRow> {
  if (caller.usernameKey !== toUsernameKey(username) && !isAdmin(caller.userRights)) {
    throw new AppError('access/not-yours', 'Only the player and admins may see this.');
  }
  return getAccount(deps.db, username);
}

/** Changes our copy of the address first, and back if the provider fails. After a crash the next sign-in corrects it. */
export async function updateUser(
  deps: Deps,
  caller: { session: Session; ip: string },
  username: string,
  change: Change,
): Promise<AccountRow> {
  const { session } = caller;
  const before = await getUser(deps, session.account, username);
  const isNewEmail = change.email !== before.email;
  if (!isNewEmail && change.password === undefined) return before;
  requireFreshSignIn(session);
  const { email, password } = change;
  if (password !== undefined) {
    assertStrongPassword(password, { email, siteName: deps.brand.now().name });
  }
  await writeChange(deps, caller, before, change);
  try {
    await changeAtProvider(deps, before, {
      change: { ...(isNewEmail && { email }), ...(password !== undefined && { password }) },
      exceptSessionId: session.id,
    });
  } catch (error) {
    await restoreEmail(deps.db, before);
    throw error;
  }
  await sendNotice(deps, before, { isNewEmail, isNewPassword: change.password !== undefined });
  if (session.account.id === before.id) await syncValidSince(deps, session.id, before.uid);
  const account = await getAccount(deps.db, username);
  if (isNewEmail) await trySendEmailConfirmation(deps, account, caller.ip);
  return account;
}

type ProviderChange = { change: { email?: string; password?: string }; exceptSessionId?: string };

/**
 * Ends sessions before the change, so that no failure can leave them open, and again after it, because
 * the old password could start new ones until then. Publishes only afterwards: an earlier message would
 * tell an attacker when to try.
 */
export async function changeAtProvider(
  deps: Deps,
  account: Pick<AccountRow, 'id' | 'uid'>,
  { change, exceptSessionId }: ProviderChange,
): Promise<void> {
  await transaction(deps.db, (trx) =>
    revokeSessionsWithoutPublish(trx, account.id, exceptSessionId),
  );
  try {
    await deps.identity.updateUser(account.uid, change);
  } finally {
    await revokeSessions(deps, account.id, exceptSessionId);
  }
}

async function writeChange(
  { db }: Deps,
  { session, ip }: { session: Session; ip: string },
  account: AccountRow,
  { email, password, version }: Change,
): Promise<void> {
  try {
    await transaction(db, async (trx) => {
      if (version !== undefined) await checkAndIncrementVersion(trx, account.id, version);
      await updateEmail(trx, account.id, email);
      if (session.account.id !== account.id) {
        const actor = { id: session.account.id, name: session.account.username, ip };
        await recordAudit(trx, {
          actor,
          action: 'accounts/sign-in-changed',
          subject: account.usernameKey,
          before: { email: account.email },
          after: { email, ...(password !== undefined && { password: 'set' }) },
        });
      }
    });
  } catch (error) {
    throw toTakenError(error) ?? error;
  }
}

type Notice = { isNewEmail: boolean; isNewPassword: boolean };

/** Always sent to the old address: the owner must know if someone else made the change. */
async function sendNotice(deps: Deps, before: AccountRow, notice: Notice): Promise<void> {
  const { db, mailQueue } = deps;
  const changed = [notice.isNewEmail && 'email address', notice.isNewPassword && 'password']
    .filter(Boolean)
    .join(' and ');
  const recipient = { to: before.email, username: before.username, values: { changed } };
  await mailQueue.add(db, await composeMail(deps, db, 'sign-in-changed', recipient));
}

export async function toUserDetails(db: Db, account: AccountRow): Promise<UserDetails> {
  return {
    username: account.username,
    email: account.email,
    user_rights: account.userRights,
    community_manager: account.communityManager,
    wyncoins: account.wyncoins,
    voted_polls: await findVotedPolls(db, account.id),
  };
}
