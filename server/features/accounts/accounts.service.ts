import { randomUUID } from 'node:crypto';

import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { queueConfirmationEmail } from '#server/features/identity/email-confirmation.service.ts';
import { composeMail } from '#server/features/mail-texts/compose-mail.service.ts';
import { isPassword } from '#server/lib/passwords/password-hash.ts';
import { assertStrongPassword } from '#server/lib/passwords/password-rules.ts';
import { countHit } from '#server/lib/requests/rate-limit.ts';
import { AppError } from '#shared/errors.ts';
import { isReservedName, toUsernameKey } from '#shared/rules/usernames.ts';

import * as queries from './accounts.db.ts';
import type { AccountRow } from './accounts.db.ts';
import type { NewAccount } from './accounts.tables.ts';
import { deleteHandedName } from './name-claims.db.ts';

export { leaveOtherSteps, setNamedSupporter } from './accounts.db.ts';
import { takeReservedName } from './name-claims.service.ts';

/**
 * An account exists in two places: our row and the identity provider's user. Registration inserts a
 * pending row with the uid of the future user, then creates the user, then marks the row complete. An
 * interrupted registration leaves a pending row, whose uid is used to find and remove the user. The email that
 * confirms the address is queued in the transaction that completes the row.
 */
type Registration = {
  username: string;
  email: string;
  password: string;
  /** For accounts created without a registration form, such as the demo accounts: no email is sent. */
  isEmailVerified?: boolean;
  /** The secret of a proven claim, for a reserved name. */
  claim?: string | undefined;
};

const warnings = { max: 3, seconds: 86_400 };

export async function createAccount(deps: Deps, input: Registration): Promise<number> {
  const { identity } = deps;
  assertNameNotReserved(deps, input.username);
  assertStrongPassword(input.password, { email: input.email, siteName: deps.brand.now().name });
  const uid = randomUUID();
  const id = await reserveAccount(deps, input, uid);
  try {
    const { email, password, isEmailVerified = false } = input;
    await identity.createUser({ uid, email, password, isEmailVerified });
  } catch (error) {
    await undoRegistration(deps, id, uid);
    throw error;
  }
  if (await completeAccount(deps, { ...input, id, uid })) return id;
  await undoRegistration(deps, id, uid);
  throw new AppError('identity/unavailable', 'Registration took too long. Please try again.');
}

type PendingAccount = {
  id: number;
  username: string;
  uid: string;
  email: string;
  isEmailVerified?: boolean;
};

export async function completeAccount(
  deps: Pick<Deps, 'config' | 'db' | 'mailQueue'>,
  account: PendingAccount,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await queries.completeRegistration(trx, account.id))) return false;
    await deleteHandedName(trx, account.uid, toUsernameKey(account.username));
    if (!account.isEmailVerified) await queueConfirmationEmail(deps, trx, account);
    return true;
  });
}

/** With HIDE_KNOWN_EMAILS a known address gets the normal answer, and its owner an email. */
export async function registerAccount(deps: Deps, input: Registration): Promise<void> {
  try {
    await createAccount(deps, input);
  } catch (error) {
    const isKnown = error instanceof AppError && error.code === 'accounts/email-taken';
    if (!isKnown || !deps.config.hideKnownEmails) throw error;
    // Hash once, so that the response time does not reveal that the address is known.
    await isPassword(input.password);
    await warnOwner(deps, input.email);
  }
}

/** For a user who already existed at Firebase; the embedded provider has no such users. Idempotent. */
export async function finishRegistration(
  deps: Deps,
  { idToken, username, claim }: { idToken: string; username: string; claim?: string | undefined },
): Promise<string> {
  const { db, identity } = deps;
  const { uid, email, isEmailVerified } = await identity.verifyIdToken(idToken);
  const findExisting = () => queries.findAccountByIdentity(db, identity.name, uid);
  const existing = await findExisting();
  if (existing) return existing.username;
  if (identity.name !== 'firebase') throw unknownAccount(identity);
  assertNameNotReserved(deps, username);
  try {
    const row = { username, email, uid, isEmailVerified, pendingSince: null };
    await transaction(db, async (trx) => {
      await takeReservedName(trx, { ...row, claim });
      await queries.insertAccount(trx, toNewAccount(deps, row));
      await deleteHandedName(trx, uid, toUsernameKey(username));
      if (!isEmailVerified) await queueConfirmationEmail(deps, trx, { uid, email });
    });
    return username;
  } catch (error) {
    // A concurrent request may have inserted the account first.
    const inserted = await findExisting();
    if (inserted) return inserted.username;
    throw toTakenError(error) ?? error;
  }
}

export function unknownAccount({ name }: Pick<Deps['identity'], 'name'>): AppError {
  return name === 'firebase'
    ? new AppError('accounts/username-required', 'Choose a username to finish your registration.')
    : new AppError('accounts/unknown-account', 'There is no account for this sign-in.');
}

export function assertNameNotReserved({ brand }: Pick<Deps, 'brand'>, username: string): void {
  if (!isReservedName(username, brand.now().name)) return;
  throw new AppError('accounts/username-reserved', 'That username is reserved.');
}

async function warnOwner(deps: Deps, email: string): Promise<void> {
  const { config, db, mailQueue } = deps;
  const { hits } = await countHit(db, `known address ${email.toLowerCase()}`, warnings);
  if (hits > warnings.max) return;
  const values = { link: `${config.siteUrl}/reset` };
  await mailQueue.add(db, await composeMail(deps, db, 'known-address', { to: email, values }));
}

async function reserveAccount(deps: Deps, input: Registration, uid: string): Promise<number> {
  try {
    const { username, email, isEmailVerified = false, claim } = input;
    const row = { username, email, uid, isEmailVerified, pendingSince: new Date() };
    return await transaction(deps.db, async (trx) => {
      await takeReservedName(trx, { ...row, claim });
      return queries.insertAccount(trx, toNewAccount(deps, row));
    });
  } catch (error) {
    const taken = toTakenError(error);
    if (!taken) throw error;
    throw (await findUnfinished(deps, taken, input)) ?? taken;
  }
}

/** If the server stops during a registration, its name and address stay taken until a job removes it. */
async function findUnfinished(
  { db }: Pick<Deps, 'db'>,
  { code }: AppError,
  { username, email }: Registration,
): Promise<AppError | undefined> {
  const isEmail = code === 'accounts/email-taken';
  if (!isEmail && code !== 'accounts/username-taken') return undefined;
  const minutes = isEmail
    ? await queries.findMinutesLeft(db, 'email_key', email.toLowerCase())
    : await queries.findMinutesLeft(db, 'username_key', toUsernameKey(username));
  if (minutes === undefined) return undefined;
  const what = isEmail ? 'email address' : 'username';
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const text = `That ${what} belongs to a registration that has not finished. If it is yours, log in, or register again in ${wait}.`;
  return new AppError(code, text);
}

function toNewAccount(
  { identity }: Pick<Deps, 'identity'>,
  row: {
    username: string;
    email: string;
    uid: string;
    isEmailVerified: boolean;
    pendingSince: Date | null;
  },
): NewAccount {
  return {
    username: row.username,
    username_key: toUsernameKey(row.username),
    email: row.email,
    email_key: row.email.toLowerCase(),
    identity_provider: identity.name,
    identity_id: row.uid,
    pending_since: row.pendingSince,
    email_verified_at: row.isEmailVerified ? new Date() : null,
  };
}

/** Deletes the user as well: the provider may have created it even though its answer was lost. */
async function undoRegistration({ db, identity }: Deps, id: number, uid: string): Promise<void> {
  try {
    await identity.deleteUser(uid);
    await queries.deletePendingAccount(db, id);
  } catch {
    // The row stays pending; removeAbandonedRegistrations removes it later.
  }
}

/** Deletes the user first: if that fails, the row with its uid is still there for the next run. */
export async function removeAbandonedRegistrations({ db, identity }: Deps): Promise<void> {
  for (const { id, uid } of await queries.findAbandonedRegistrations(db)) {
    await identity.deleteUser(uid);
    await queries.deletePendingAccount(db, id);
  }
}

export async function getAccount(db: Db, username: string): Promise<AccountRow> {
  const account = await findAccount(db, username);
  if (!account) throw new AppError('accounts/not-found', 'There is no player by that name.');
  return account;
}

/** Undefined also while the registration is not complete. */
export async function findAccount(db: Db, username: string): Promise<AccountRow | undefined> {
  const account = await queries.findAccountByKey(db, toUsernameKey(username));
  return account?.pendingSince ? undefined : account;
}

/** The keys of those names that an account has. */
export async function findAccountKeys(
  db: Db,
  usernames: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await queries.findKnownKeys(db, usernames.map(toUsernameKey)));
}

export function toTakenError(error: unknown): AppError | undefined {
  const rule = queries.findUniqueViolation(error);
  if (rule === 'username' || rule === 'old name') {
    return new AppError('accounts/username-taken', 'That username is already taken.');
  }
  if (rule === 'reserved name') {
    return new AppError(
      'accounts/username-claimable',
      'That username belongs to a player of the game. If it is yours, claim it.',
    );
  }
  if (rule === 'email') {
    return new AppError('accounts/email-taken', 'That email address already has an account.');
  }
  return undefined;
}
