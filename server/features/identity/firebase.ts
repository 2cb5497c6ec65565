import * as z from 'zod';

import type { IdentitySettings } from '#server/config.ts';
import { AppError } from '#shared/errors.ts';

import { createFirebaseAdmin } from './firebase-admin.ts';
import type { FirebaseAdmin } from './firebase-admin.ts';
import { checkFirebasePassword } from './firebase-password.ts';
import { createClaimsReader } from './firebase-tokens.ts';
import type { IdentityProvider, VerifiedToken } from './identity.ts';
import { assertStrongPassword } from './password-rules.ts';
import { createAccessTokens } from './service-account.ts';
import type { AccessTokens } from './service-account.ts';
import { tokenRefused } from './token-refused.ts';

/**
 * A Firebase project stores the passwords. The signature of a token proves who signed in, but not that
 * the sign-in is still valid, so each token is compared with the user's `validSince` at Google. That is
 * in whole seconds: a token from the same second as a password change passes here. If the change was
 * made through the site, the account's `signed_out_at` refuses it.
 */
type FirebaseSettings = Omit<Extract<IdentitySettings, { kind: 'firebase' }>, 'kind'>;
type Options = { siteName?: string; toolkitUrl?: string; jwksUrl?: string };

const googleToolkit = 'https://identitytoolkit.googleapis.com';
const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** The emulator accepts `owner` as an admin token. */
const emulatorTokens: AccessTokens = { get: async () => 'owner', forget: () => {} };

export function createFirebaseIdentity(
  settings: FirebaseSettings,
  { siteName = '', toolkitUrl = googleToolkit, jwksUrl = googleKeys }: Options = {},
): IdentityProvider {
  const { projectId, emulatorHost } = settings;
  const readClaims = createClaimsReader({ projectId, jwksUrl, isEmulator: !!emulatorHost });
  const baseUrl = emulatorHost
    ? `http://${emulatorHost}/identitytoolkit.googleapis.com`
    : toolkitUrl;
  const call = createFirebaseAdmin({
    projectId,
    baseUrl,
    tokens: emulatorHost ? emulatorTokens : createAccessTokens(settings.serviceAccount),
  });
  return {
    name: 'firebase',
    client: { apiKey: settings.apiKey, at: emulatorHost ? { emulatorHost } : 'google' },
    async verifyIdToken(idToken) {
      const { uid, authTime } = await readClaims(idToken);
      return confirmUser(call, uid, authTime);
    },
    async createUser({ uid, email, password }) {
      assertStrongPassword(password, { email, siteName });
      await call('accounts', { localId: uid, email, password }).catch(rethrowWithLoginHint);
    },
    async updateUser(uid, { email, password }) {
      if (password !== undefined) assertStrongPassword(password, { email: email ?? '', siteName });
      await call('accounts:update', {
        localId: uid,
        ...(email !== undefined && { email }),
        ...(password !== undefined && { password, validSince: String(nowInSeconds()) }),
      });
    },
    checkPassword: (user, password) =>
      checkFirebasePassword({ ...user, password, url: `${baseUrl}/v1`, apiKey: settings.apiKey }),
    async findValidSince(uid) {
      const user = await findUser(call, uid);
      return !user || user.disabled ? undefined : toDate(user.validSince);
    },
    async revokeTokens(uid) {
      const validSince = nowInSeconds();
      await call('accounts:update', { localId: uid, validSince: String(validSince) });
      return toDate(validSince);
    },
    async deleteUser(uid) {
      await call('accounts:delete', { localId: uid }).catch(ignoreUnknownUser);
    },
  };
}

const Lookup = z.object({
  users: z
    .array(
      z.object({
        localId: z.string(),
        email: z.string().optional(),
        disabled: z.boolean().optional(),
        validSince: z.coerce.number().default(0),
      }),
    )
    .default([]),
});

async function confirmUser(
  call: FirebaseAdmin,
  uid: string,
  authTime: number,
): Promise<VerifiedToken> {
  const user = await findUser(call, uid);
  if (!user?.email) throw tokenRefused('The user does not exist or has no email address.');
  if (user.disabled) throw tokenRefused('The user is disabled.');
  if (authTime < user.validSince) throw tokenRefused('The token was revoked.');
  const { email, validSince } = user;
  return { uid, email, signedInAt: toDate(authTime), validSince: toDate(validSince) };
}

async function findUser(call: FirebaseAdmin, uid: string) {
  const { users } = Lookup.parse(await call('accounts:lookup', { localId: [uid] }));
  return users.find(({ localId }) => localId === uid);
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1000);
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** The project may have users from before this site; they can log in and choose a username. */
function rethrowWithLoginHint(error: unknown): never {
  if (!(error instanceof AppError && error.code === 'accounts/email-taken')) throw error;
  const message = 'That email address already has an account. Log in with its password instead.';
  throw new AppError(error.code, message, { cause: error, fields: { email: message } });
}

function ignoreUnknownUser(error: unknown): void {
  if (error instanceof AppError && error.code === 'accounts/not-found') return;
  throw error;
}
