import { createHash } from 'node:crypto';

import type { Deps } from '#server/deps.ts';
import { isImported } from '#server/lib/passwords/imported-hash.ts';
import { hashPassword, isPassword } from '#server/lib/passwords/password-hash.ts';

import { findHashAfter, replaceImportedHash } from './users.db.ts';
import type { IdentityUser } from './users.db.ts';

type CheckDeps = Pick<Deps, 'db'>;

/** Replaces an imported hash with our own as soon as the right password is known. */
export async function checkUserPassword(
  { db }: CheckDeps,
  { uid, passwordHash, isDisabled }: IdentityUser,
  password: string,
): Promise<boolean> {
  const isRight = await isPassword(password, passwordHash);
  if (!isRight || isDisabled || !isImported(passwordHash)) return isRight;
  // If too many passwords are being hashed, the next sign-in replaces it.
  const own = await hashPassword(password).catch(() => undefined);
  if (own) await replaceImportedHash(db, uid, { from: passwordHash, to: own });
  return true;
}

/**
 * For an unknown address: checks the hash of another user and ignores the result. Imported hashes take a
 * different time than our own, so one fixed hash would reveal which addresses were imported. The same address
 * always gets the same user.
 */
export async function checkDecoyPassword(
  { db }: CheckDeps,
  emailKey: string,
  password: string,
): Promise<false> {
  const place = createHash('sha256').update(emailKey).digest('hex');
  await isPassword(password, await findHashAfter(db, place));
  return false;
}
