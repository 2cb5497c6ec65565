import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

import { toEmailKey } from './email-key.ts';
import { hashPassword } from './password-hash.ts';
import { findPasswordProblem } from './password-rules.ts';
import { protocolError } from './protocol-error.ts';
import { consumeResetCode, findResetCode, insertResetCode } from './reset-codes.db.ts';
import { createSecret, hashSecret } from './secrets.ts';
import { countResetMail } from './throttle.ts';
import { findUserByEmail, lockUser } from './users.db.ts';
import { replacePassword } from './users.service.ts';

/**
 * A mailed code sets one new password, once: it is deleted in the transaction that sets it, and of
 * many at once one finds it. It goes only after the new password was found good, so a weak choice
 * does not cost the person another mail.
 */
type ResetDeps = Pick<Deps, 'config' | 'db' | 'mailer' | 'identity' | 'onProblem'>;

const codeLifetimeSeconds = 3600;

/**
 * Answers before the mail is made, whether or not there is somebody to mail to: the time tells
 * nothing. What is left to do is returned, for the caller to start once it has answered.
 */
export async function requestReset(
  deps: ResetDeps,
  { email, ip }: { email: string; ip: string },
): Promise<() => Promise<void>> {
  const emailKey = toEmailKey(email);
  await countResetMail(deps.db, { emailKey, ip });
  const user = await findUserByEmail(deps.db, emailKey);
  if (!user && !deps.config.hideKnownEmails) throw protocolError('EMAIL_NOT_FOUND');
  return async () => {
    if (user && !user.isDisabled) await mailCode(deps, user);
  };
}

/** Whose password the code is for. */
export async function checkResetCode(
  deps: ResetDeps,
  code: string,
): Promise<{ uid: string; email: string }> {
  const found = await findResetCode(deps.db, hashSecret(code));
  if (!found) throw protocolError('INVALID_OOB_CODE');
  if (found.isExpired) throw protocolError('EXPIRED_OOB_CODE');
  if (found.isDisabled) throw protocolError('USER_DISABLED');
  return { uid: found.uid, email: found.email };
}

export async function resetPassword(
  deps: ResetDeps,
  code: string,
  newPassword: string,
): Promise<{ uid: string; email: string }> {
  const user = await checkResetCode(deps, code);
  const { siteName } = deps.config;
  const problem = findPasswordProblem(newPassword, { email: user.email, siteName });
  if (problem) throw protocolError('WEAK_PASSWORD', problem);
  const passwordHash = await hashPassword(newPassword);
  await transaction(deps.db, async (trx) => {
    await lockUser(trx, user.uid);
    if (!(await consumeResetCode(trx, hashSecret(code)))) throw protocolError('INVALID_OOB_CODE');
    await replacePassword(trx, user.uid, passwordHash);
    await deps.identity.onPasswordReset?.(user.uid, trx);
  });
  return user;
}

export async function mailResetNotice(deps: ResetDeps, email: string): Promise<void> {
  const { siteName, contactEmail } = deps.config;
  await send(deps, {
    to: email,
    subject: `Your ${siteName} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was just set anew with a link from our mail, and every device was signed out.',
      `If this was not you, write to ${contactEmail} at once.`,
    ],
  });
}

async function mailCode(deps: ResetDeps, user: { uid: string; email: string }): Promise<void> {
  const { siteName, siteUrl } = deps.config;
  const { secret, hash } = createSecret();
  const code = { codeHash: hash, ...user, lifetimeSeconds: codeLifetimeSeconds };
  if (!(await insertResetCode(deps.db, code))) return;
  const query = new URLSearchParams({ mode: 'resetPassword', oobCode: secret });
  await send(deps, {
    to: user.email,
    subject: `Reset your ${siteName} password`,
    heading: 'Reset your password',
    paragraphs: [
      'Somebody, hopefully you, asked to reset the password of your account. The link below lets you choose a new one. It works once and for one hour.',
      'If you did not ask for this, you can ignore this mail: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url: `${siteUrl}/reset-password?${query}` },
  });
}

async function send(deps: ResetDeps, mail: Parameters<Deps['mailer']['send']>[0]): Promise<void> {
  try {
    await deps.mailer.send(mail);
  } catch (error) {
    deps.onProblem(`The mail "${mail.subject}" was not sent.`, error);
  }
}
