import type { Transaction } from 'kysely';

import type { Schema } from '#server/db/schema.ts';
import type { IdentityClient } from '#shared/site.ts';

/**
 * The port to whoever keeps the passwords. Two adapters: our own provider in this process, and a
 * Firebase project. The uid is chosen by us before the user exists, so that a registration that was
 * cut short can be found and undone.
 */
export type IdentityProvider = {
  /** Namespaces the uids: switching provider can never merge two people. */
  name: 'embedded' | 'firebase';
  /** Throws accounts/token-refused for anything but a genuine, current token of this provider. */
  verifyIdToken(idToken: string): Promise<VerifiedToken>;
  /** Throws accounts/email-taken or accounts/weak-password. */
  createUser(user: { uid: string; email: string; password: string }): Promise<void>;
  /** A new password also ends every refresh token and outdates earlier ID tokens. */
  updateUser(uid: string, change: { email?: string; password?: string }): Promise<void>;
  /** For the game's door: whether this is the user's password. Takes as long when it is not. */
  checkPassword(user: { uid: string; email: string }, password: string): Promise<boolean>;
  /** Tokens from before this moment do not count. Undefined: no such user, or a disabled one. */
  findValidSince(uid: string): Promise<Date | undefined>;
  /** Ends every refresh token and ID token; answers the new `validSince`. */
  revokeTokens(uid: string): Promise<Date>;
  /** Ends refresh tokens alone. Only our own provider can: Firebase revokes all or nothing. */
  endRefreshTokens?(uid: string): Promise<void>;
  /** Harmless when there is no such user. */
  deleteUser(uid: string): Promise<void>;
  /** What the browser's SDK needs to reach it. */
  client: IdentityClient;
  /** Only our own provider can call it: Firebase tells nobody when a password was reset. */
  onPasswordReset?: OnPasswordReset | undefined;
};

/** Runs in the transaction that sets a forgotten password anew: what must end with the old one. */
export type OnPasswordReset = (uid: string, trx: Transaction<Schema>) => Promise<void>;

export type VerifiedToken = {
  uid: string;
  email: string;
  /** By the database's clock, or, with Firebase, the beginning of the second. */
  signedInAt: Date;
  /** The user's, when the token was checked. */
  validSince: Date;
};
