import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { requestEmailConfirmation } from '#server/features/identity/email-confirmation.service.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import { getSetting } from '#server/lib/data/settings.ts';
import type { Setting } from '#server/lib/data/settings.ts';
import type { Mail } from '#server/lib/mail/mail.ts';
import type { EmailConfirmation } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';

import { updateEmailLinkSent, updateEmailVerified } from './accounts.db.ts';
import type { AccountRow } from './accounts.db.ts';
import { getAccount } from './accounts.service.ts';

/**
 * The identity provider knows whether an address is confirmed; the account has a copy. The embedded provider
 * updates the copy in the transaction of the confirmation. Firebase does not notify the site, so the copy is
 * updated at sign-in and when the player's page asks.
 */
type User = { uid: string; email: string };

export type ConfirmationDeps = Pick<Deps, 'config' | 'db' | 'identity' | 'live' | 'onProblem'>;

export async function getEmailConfirmation(
  deps: ConfirmationDeps,
  account: AccountRow,
): Promise<EmailConfirmation> {
  return {
    isConfirmed: account.emailVerifiedAt !== null || (await syncConfirmation(deps, account)),
    isSent: account.emailLinkSentAt !== null,
    canSend: deps.config.canSendMail,
  };
}

/** Does nothing if the setting allows everyone, or if there is no mail server to confirm with. */
export async function assertEmailConfirmed(
  deps: ConfirmationDeps,
  username: string,
  setting: Setting<boolean>,
): Promise<void> {
  if (!deps.config.canSendMail || (await getSetting(deps, setting))) return;
  const { isConfirmed } = await getEmailConfirmation(deps, await getAccount(deps.db, username));
  if (isConfirmed) return;
  throw new AppError(
    'accounts/email-unconfirmed',
    'Please confirm your email address first: open the link that we sent you, or ask for a new one on your profile.',
  );
}

export async function sendEmailConfirmation(
  deps: Deps,
  account: AccountRow,
  ip: string,
): Promise<void> {
  if (!deps.config.canSendMail) {
    throw new AppError('accounts/no-mail', 'This site cannot send emails at the moment.');
  }
  if (account.emailVerifiedAt) return;
  await requestEmailConfirmation(deps, account, ip);
}

/** After a change of address, which must not fail because too many links were sent. */
export async function trySendEmailConfirmation(
  deps: Deps,
  account: AccountRow,
  ip: string,
): Promise<void> {
  if (account.emailVerifiedAt) return;
  try {
    await requestEmailConfirmation(deps, account, ip);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'request/rate-limited')) throw error;
  }
}

/** Called by the mail queue on sending. Undefined if there is nothing to confirm any more. */
export async function composeConfirmationMail(
  deps: Pick<Deps, 'brand' | 'config' | 'db' | 'identity' | 'live' | 'onProblem'>,
  user: User,
): Promise<Mail | undefined> {
  const { config, db, identity, live } = deps;
  const code = await identity.createEmailCode(user);
  if (code === undefined) return undefined;
  const query = new URLSearchParams({ mode: 'verifyEmail', oobCode: code });
  const account = await updateEmailLinkSent(db, { provider: identity.name, ...user });
  if (account) await live.publish(db, { topic: 'me', accountId: account.id });
  const link = `${config.siteUrl}/confirm-email?${query}`;
  return composeMail(deps, db, 'email-confirmation', {
    to: user.email,
    values: { link, lifetime: describeLifetime(identity) },
  });
}

/** Updates the copy, in the transaction of the confirmation if `db` is one. */
export async function recordEmailVerified(
  { live }: Pick<Deps, 'live'>,
  db: Db,
  user: User & { provider: string },
): Promise<void> {
  await transaction(db, async (trx) => {
    const account = await updateEmailVerified(trx, user);
    if (account) await live.publish(trx, { topic: 'me', accountId: account.id });
  });
}

async function syncConfirmation(
  { db, identity, live, onProblem }: Pick<Deps, 'db' | 'identity' | 'live' | 'onProblem'>,
  { uid, email }: AccountRow,
): Promise<boolean> {
  try {
    if (!(await identity.isEmailVerified({ uid, email }))) return false;
  } catch (error) {
    onProblem('The sign-in service did not say whether an address is confirmed.', error);
    return false;
  }
  await recordEmailVerified({ live }, db, { provider: identity.name, uid, email });
  return true;
}

/** The end of a sentence. Firebase does not say how long its links work. */
function describeLifetime({ name }: Pick<Deps['identity'], 'name'>): string {
  return name === 'embedded' ? 'expires after 24 hours' : 'only for a short while';
}
