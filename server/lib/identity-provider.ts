import type { Trx } from '#server/db/schema.ts';
import { AppError } from '#shared/errors.ts';
import type { IdentityClient } from '#shared/site.ts';

/** Embedded or Firebase. The site chooses the uid first, so that it can find and undo an interrupted registration. */
export type IdentityProvider = {
  /** Stored with each uid, so that switching the provider cannot mix up two users. */
  name: 'embedded' | 'firebase';
  /** Throws accounts/token-refused unless this is a valid, current token of this provider. */
  verifyIdToken(idToken: string): Promise<VerifiedToken>;
  /** Throws accounts/email-taken or accounts/weak-password. */
  createUser(user: NewIdentityUser): Promise<void>;
  /** A new password also invalidates all earlier tokens. A new email address is not verified. */
  updateUser(uid: string, change: { email?: string; password?: string }): Promise<void>;
  /** Invalidates earlier codes, except at Firebase. Undefined if the user is gone or disabled, or needs no confirmation. */
  createEmailCode(user: { uid: string; email: string }): Promise<string | undefined>;
  /** False as well if the user has another address. */
  isEmailVerified(user: { uid: string; email: string }): Promise<boolean>;
  /** For logins in the game. Takes as long for a wrong password as for the right one. */
  checkPassword(user: { uid: string; email: string }, password: string): Promise<boolean>;
  /** Earlier tokens are invalid. Undefined if the user does not exist or is disabled. */
  findValidSince(uid: string): Promise<Date | undefined>;
  /** Invalidates all refresh tokens and ID tokens. Returns the new `validSince`. */
  revokeTokens(uid: string): Promise<Date>;
  /** Invalidates only refresh tokens. Embedded provider only: Firebase revokes all tokens or none. */
  endRefreshTokens?(uid: string): Promise<void>;
  /** Does nothing if the user does not exist. */
  deleteUser(uid: string): Promise<void>;
  /** Tells the browser's SDK how to reach the provider. */
  client: IdentityClient;
  /** Embedded provider only: Firebase does not notify the site of password resets. */
  onPasswordReset?: OnPasswordReset | undefined;
  /** Embedded provider only; the site asks Firebase with `isEmailVerified`. */
  onEmailVerified?: OnEmailVerified | undefined;
  /** Embedded provider only: Firebase has limits of its own. */
  isKnownNetwork?: IsKnownNetwork | undefined;
};

export type NewIdentityUser = {
  uid: string;
  email: string;
  password: string;
  isEmailVerified?: boolean;
};

/** Runs in the transaction of a password reset, to end what the old password opened. */
export type OnPasswordReset = (uid: string, trx: Trx) => Promise<void>;

/** Runs in the transaction that verifies the address, to update the site's copy. */
export type OnEmailVerified = (user: { uid: string; email: string }, trx: Trx) => Promise<void>;

/** Whether the owner of the address signed in from the caller's network before. */
export type IsKnownNetwork = (caller: { emailKey: string; ip: string }) => Promise<boolean>;

export type VerifiedToken = {
  uid: string;
  email: string;
  isEmailVerified: boolean;
  /** By the database's clock. With Firebase, rounded down to the second. */
  signedInAt: Date;
  /** The user's `validSince` when the token was checked. */
  validSince: Date;
};

/** The same message for every reason; only the log says which check failed. */
export function tokenRefused(cause: unknown): AppError {
  const message = 'Your sign-in is no longer valid. Please log in again.';
  return new AppError('accounts/token-refused', message, { cause });
}
