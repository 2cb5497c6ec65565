import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import { mailRegistry } from '#server/lib/mail/mail-registry.ts';
import type { Mail } from '#server/lib/mail/mail.ts';
import { hashPassword } from '#server/lib/passwords/password-hash.ts';
import { findPasswordProblem } from '#server/lib/passwords/password-rules.ts';
import { createSecret, hashSecret } from '#server/lib/secrets/secrets.ts';

import { consumeResetCode, findResetCode, insertResetCode } from './codes.db.ts';
import { verifyEmail } from './email-codes.service.ts';
import { toEmailKey } from './email-key.ts';
import { ProtocolError } from './protocol-error.ts';
import { countResetMail } from './throttle.ts';
import { findUserByEmail, lockUser } from './users.db.ts';
import { replacePassword } from './users.service.ts';

/**
 * An emailed code works once: it is deleted in the transaction that sets the new password, so of many
 * concurrent requests only one succeeds. It is deleted only after the new password passed the rules, so
 * a weak choice does not require another email. A code that was emailed also verifies the address.
 */
type LinkDeps = Pick<Deps, 'config' | 'db'>;
type ComposeDeps = LinkDeps & Pick<Deps, 'brand' | 'onProblem'>;
type ResetDeps = ComposeDeps & Pick<Deps, 'mailQueue' | 'identity'>;

const codeLifetimeSeconds = 3600;

/** Returns work to start after the answer, so that the response time does not reveal whether the address is known. */
export async function requestReset(
  deps: ResetDeps,
  { email, ip }: { email: string; ip: string },
): Promise<() => Promise<void>> {
  const emailKey = toEmailKey(email);
  await countResetMail(deps.db, { emailKey, ip });
  const user = await findUserByEmail(deps.db, emailKey);
  if (!user && !deps.config.hideKnownEmails) throw new ProtocolError('EMAIL_NOT_FOUND');
  return async () => {
    if (!user || user.isDisabled) return;
    await deps.mailQueue.add(deps.db, {
      to: user.email,
      subject: mailRegistry['password-reset'].name,
      resetUid: user.uid,
      isUrgent: true,
    });
  };
}

/** Called by the mail queue on sending. Undefined if the user was deleted or has another address. */
export async function composeResetMail(
  deps: ComposeDeps,
  user: { uid: string; email: string },
): Promise<Mail | undefined> {
  const link = await createResetLink(deps, user, { isMailed: true });
  if (link === undefined) return undefined;
  return composeMail(deps, deps.db, 'password-reset', { to: user.email, values: { link } });
}

/** For the command line, which prints the link instead of emailing it. */
export async function createResetLinkFor(
  deps: LinkDeps,
  email: string,
): Promise<string | undefined> {
  const user = await findUserByEmail(deps.db, toEmailKey(email));
  return user && !user.isDisabled ? createResetLink(deps, user, { isMailed: false }) : undefined;
}

/** Returns the user of the code. */
export async function checkResetCode(
  deps: ResetDeps,
  code: string,
): Promise<{ uid: string; email: string }> {
  const found = await findResetCode(deps.db, hashSecret(code));
  if (!found) throw new ProtocolError('INVALID_OOB_CODE');
  if (found.isExpired) throw new ProtocolError('EXPIRED_OOB_CODE');
  if (found.isDisabled) throw new ProtocolError('USER_DISABLED');
  return { uid: found.uid, email: found.email };
}

export async function resetPassword(
  deps: ResetDeps,
  code: string,
  newPassword: string,
): Promise<{ uid: string; email: string }> {
  const user = await checkResetCode(deps, code);
  const siteName = deps.brand.now().name;
  const problem = findPasswordProblem(newPassword, { email: user.email, siteName });
  if (problem) throw new ProtocolError('WEAK_PASSWORD', problem);
  const passwordHash = await hashPassword(newPassword);
  await transaction(deps.db, async (trx) => {
    await lockUser(trx, user.uid);
    const consumed = await consumeResetCode(trx, hashSecret(code));
    if (!consumed) throw new ProtocolError('INVALID_OOB_CODE');
    await replacePassword(trx, user.uid, passwordHash);
    if (consumed.isMailed) await verifyEmail(deps, trx, user);
    await deps.identity.onPasswordReset?.(user.uid, trx);
    const notice = { to: user.email, values: {} };
    await deps.mailQueue.add(trx, await composeMail(deps, trx, 'password-was-reset', notice));
  });
  return user;
}

async function createResetLink(
  { config, db }: LinkDeps,
  { uid, email }: { uid: string; email: string },
  { isMailed }: { isMailed: boolean },
): Promise<string | undefined> {
  const { secret, hash } = createSecret();
  const code = { codeHash: hash, uid, email, lifetimeSeconds: codeLifetimeSeconds, isMailed };
  if (!(await insertResetCode(db, code))) return undefined;
  const query = new URLSearchParams({ mode: 'resetPassword', oobCode: secret });
  return `${config.siteUrl}/reset-password?${query}`;
}
