import { passwordLength } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';

import { isCommonPassword } from './common-passwords.ts';

type Owner = { email: string; siteName: string };

/** The message to show for a bad new password, or undefined if it is acceptable. */
export function findPasswordProblem(password: string, owner: Owner): string | undefined {
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`;
  if (password.length > passwordLength.max) return `Use at most ${passwordLength.max} characters.`;
  if (isAboutOwner(password, owner)) {
    return 'Do not use your email address or the site’s name as your password.';
  }
  if (isCommonPassword(password) || new Set(password).size === 1) {
    return 'This password is too common. Choose another.';
  }
  return undefined;
}

export function assertStrongPassword(password: string, owner: Owner): void {
  const problem = findPasswordProblem(password, owner);
  if (!problem) return;
  throw new AppError('accounts/weak-password', problem, { fields: { password: problem } });
}

function isAboutOwner(password: string, { email, siteName }: Owner): boolean {
  const localPart = email.slice(0, email.lastIndexOf('@'));
  return [email, localPart, siteName].some((name) => simplify(name) === simplify(password));
}

function simplify(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase();
}
