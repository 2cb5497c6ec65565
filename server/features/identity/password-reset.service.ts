import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/lib/mail.ts';

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
type LinkDeps = Pick<Deps, 'config' | 'db'>;
type ResetDeps = Pick<Deps, 'config' | 'db' | 'mailQueue' | 'identity'>;

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
    if (!user || user.isDisabled) return;
    await deps.mailQueue.add(deps.db, {
      to: user.email,
      subject: subjectOf(deps),
      resetUid: user.uid,
      isUrgent: true,
    });
  };
}

/** Called by the mail queue when it sends the mail. Undefined: the user is gone or has another address. */
export async function composeResetMail(
  deps: LinkDeps,
  user: { uid: string; email: string },
): Promise<Mail | undefined> {
  const url = await createResetLink(deps, user);
  if (url === undefined) return undefined;
  return {
    to: user.email,
    subject: subjectOf(deps),
    heading: 'Reset your password',
    paragraphs: [
      'Somebody, hopefully you, asked to reset the password of your account. The link below lets you choose a new one. It works once and for one hour.',
      'If you did not ask for this, you can ignore this mail: your password stays as it is.',
    ],
    action: { label: 'Choose a new password', url },
  };
}

/** For the command line, which shows the link instead of mailing it. */
export async function createResetLinkFor(
  deps: LinkDeps,
  email: string,
): Promise<string | undefined> {
  const user = await findUserByEmail(deps.db, toEmailKey(email));
  return user && !user.isDisabled ? createResetLink(deps, user) : undefined;
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
    await deps.mailQueue.add(trx, composeResetNotice(deps, user.email));
  });
  return user;
}

async function createResetLink(
  { config, db }: LinkDeps,
  { uid, email }: { uid: string; email: string },
): Promise<string | undefined> {
  const { secret, hash } = createSecret();
  const code = { codeHash: hash, uid, email, lifetimeSeconds: codeLifetimeSeconds };
  if (!(await insertResetCode(db, code))) return undefined;
  const query = new URLSearchParams({ mode: 'resetPassword', oobCode: secret });
  return `${config.siteUrl}/reset-password?${query}`;
}

function composeResetNotice({ config }: Pick<Deps, 'config'>, email: string): Mail {
  return {
    to: email,
    subject: `Your ${config.siteName} password was changed`,
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was just set anew with a link from our mail, and every device was signed out.',
      `If this was not you, write to ${config.contactEmail} at once.`,
    ],
  };
}

function subjectOf({ config }: Pick<Deps, 'config'>): string {
  return `Reset your ${config.siteName} password`;
}
