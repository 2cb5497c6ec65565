import { sql } from 'kysely';

import { toColumns } from '#server/db/columns.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { codeOf } from '#shared-node/code-of.mjs';

export type IdentityUser = NonNullable<Awaited<ReturnType<typeof findUser>>>;

const columns = [
  'uid',
  'email',
  'password_hash as passwordHash',
  'is_disabled as isDisabled',
  'valid_since as validSince',
  'created_at as createdAt',
  'last_login_at as lastLoginAt',
  'email_verified_at as emailVerifiedAt',
] as const;

export function findUser(db: Db, uid: string) {
  return db.selectFrom('identity_users').select(columns).where('uid', '=', uid).executeTakeFirst();
}

export function findUserByEmail(db: Db, emailKey: string) {
  return db
    .selectFrom('identity_users')
    .select(columns)
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

type NewUser = {
  uid: string;
  email: string;
  emailKey: string;
  passwordHash: string;
  isEmailVerified: boolean;
};

/** False if the email address is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const inserted = await db
    .insertInto('identity_users')
    .values({
      uid: user.uid,
      email: user.email,
      email_key: user.emailKey,
      password_hash: user.passwordHash,
      email_verified_at: user.isEmailVerified ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('uid')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The hash has a tag, or is `noPassword`. */
export type ImportedUser = NewUser & {
  createdAt: Date;
  lastLoginAt: Date | null;
};

/** Returns the uids of the users that were inserted: not those whose uid or address is taken. */
export async function insertImportedUsers(db: Db, users: ImportedUser[]): Promise<string[]> {
  const inserted = await db
    .insertInto('identity_users')
    .values(
      users.map(({ isEmailVerified, ...user }) => ({
        ...toColumns(user),
        email_verified_at: isEmailVerified ? sql<Date>`now()` : null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .execute();
  return inserted.map(({ uid }) => uid);
}

type NewEmail = { email: string; emailKey: string };

/** Another address is not verified; another spelling of the same one stays as it was. */
export async function updateEmail(
  db: Db,
  uid: string,
  { email, emailKey }: NewEmail,
): Promise<void> {
  await db
    .updateTable('identity_users')
    .set({
      email,
      email_key: emailKey,
      email_verified_at: sql<Date | null>`case when email_key = ${emailKey} then email_verified_at end`,
    })
    .where('uid', '=', uid)
    .execute();
}

export async function updateEmailVerified(db: Db, uid: string): Promise<void> {
  await sql`
    update identity_users set email_verified_at = now()
    where uid = ${uid} and email_verified_at is null`.execute(db);
}

/** email_key is the only unique constraint that an update of a user can violate. */
export function isEmailTaken(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Always a new value, even for two changes within a millisecond, so that each invalidates all tokens. */
const newValidSince = sql<Date>`greatest(
  date_trunc('milliseconds', clock_timestamp()),
  valid_since + interval '1 millisecond'
)`;

export async function updatePassword(db: Db, uid: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('identity_users')
    .set({ password_hash: passwordHash, valid_since: newValidSince })
    .where('uid', '=', uid)
    .execute();
}

/** Only if the hash is still `from`: of two sign-ins at once one replaces it, and neither undoes a new password. */
export async function replaceImportedHash(
  db: Db,
  uid: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('identity_users')
    .set({ password_hash: to })
    .where('uid', '=', uid)
    .where('password_hash', '=', from)
    .execute();
}

/** The hash of the user whose uid follows; undefined if there is none. */
export async function findHashAfter(db: Db, uid: string): Promise<string | undefined> {
  const user = await db
    .selectFrom('identity_users')
    .select('password_hash as passwordHash')
    .where('uid', '>', uid)
    .orderBy('uid')
    .limit(1)
    .executeTakeFirst();
  return user?.passwordHash;
}

export async function renewValidSince(db: Db, uid: string): Promise<Date | undefined> {
  const user = await db
    .updateTable('identity_users')
    .set({ valid_since: newValidSince })
    .where('uid', '=', uid)
    .returning('valid_since')
    .executeTakeFirst();
  return user?.valid_since;
}

export async function recordLogin(db: Db, uid: string): Promise<void> {
  await sql`update identity_users set last_login_at = now() where uid = ${uid}`.execute(db);
}

/** Take this lock first when changing a user or using an emailed code: a fixed order avoids deadlocks. */
export async function lockUser(trx: Trx, uid: string): Promise<void> {
  await trx.selectFrom('identity_users').select('uid').where('uid', '=', uid).forUpdate().execute();
}

export async function deleteUser(db: Db, uid: string): Promise<void> {
  await db.deleteFrom('identity_users').where('uid', '=', uid).execute();
}
