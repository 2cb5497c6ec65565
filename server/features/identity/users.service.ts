import type { Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { NewIdentityUser } from '#server/lib/identity-provider.ts';
import { hashPassword } from '#server/lib/passwords/password-hash.ts';
import { assertStrongPassword } from '#server/lib/passwords/password-rules.ts';
import { AppError } from '#shared/errors.ts';

import { deleteEmailCodesOf, deleteResetCodesOf } from './codes.db.ts';
import { toEmailKey } from './email-key.ts';
import * as queries from './users.db.ts';

/**
 * A new password revokes everything issued for the old one, in the same transaction: reset codes are
 * deleted, and the new `valid_since` invalidates all ID tokens and refresh tokens.
 */
type UserDeps = Pick<Deps, 'config' | 'db' | 'brand'>;
type Change = { email?: string; password?: string };

export async function createUser(deps: UserDeps, user: NewIdentityUser): Promise<void> {
  const { uid, email, password, isEmailVerified = false } = user;
  assertStrongPassword(password, { email, siteName: deps.brand.now().name });
  const passwordHash = await hashPassword(password);
  const emailKey = toEmailKey(email);
  const row = { uid, email, emailKey, passwordHash, isEmailVerified };
  if (await queries.insertUser(deps.db, row)) return;
  throw emailTaken();
}

/** For the embedded provider. Returns the uids of the users that were added: not those whose address is taken. */
export function importUsers(
  trx: Trx,
  users: Omit<queries.ImportedUser, 'emailKey'>[],
): Promise<string[]> {
  const rows = users.map((user) => ({ ...user, emailKey: toEmailKey(user.email) }));
  return queries.insertImportedUsers(trx, rows);
}

export async function updateUser(deps: UserDeps, uid: string, change: Change): Promise<void> {
  const user = await queries.findUser(deps.db, uid);
  if (!user) throw new AppError('accounts/not-found', 'There is no such user.');
  const { email, password } = change;
  if (password !== undefined) {
    assertStrongPassword(password, { email: email ?? user.email, siteName: deps.brand.now().name });
  }
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  try {
    await transaction(deps.db, async (trx) => {
      await queries.lockUser(trx, uid);
      if (email !== undefined) {
        await queries.updateEmail(trx, uid, { email, emailKey: toEmailKey(email) });
        await deleteEmailCodesOf(trx, uid);
      }
      if (passwordHash !== undefined) await replacePassword(trx, uid, passwordHash);
      // They were sent to an email address that may no longer belong to the user.
      await deleteResetCodesOf(trx, uid);
    });
  } catch (error) {
    throw queries.isEmailTaken(error) ? emailTaken(error) : error;
  }
}

export async function replacePassword(trx: Trx, uid: string, passwordHash: string): Promise<void> {
  await queries.updatePassword(trx, uid, passwordHash);
  await deleteResetCodesOf(trx, uid);
}

export async function revokeTokens({ db }: UserDeps, uid: string): Promise<Date> {
  const validSince = await queries.renewValidSince(db, uid);
  if (!validSince) throw new AppError('accounts/not-found', 'There is no such user.');
  return validSince;
}

function emailTaken(cause?: unknown): AppError {
  const message = 'That email address already has an account.';
  return new AppError('accounts/email-taken', message, { fields: { email: message }, cause });
}
