import * as z from 'zod';

import type { IdentitySettings } from '#server/config.ts';
import { tokenRefused } from '#server/lib/identity-provider.ts';
import type { IdentityProvider, VerifiedToken } from '#server/lib/identity-provider.ts';
import { assertStrongPassword } from '#server/lib/passwords/password-rules.ts';
import { AppError } from '#shared/errors.ts';

import { toEmailKey } from './email-key.ts';
import { checkFirebasePassword, createFirebaseAdmin } from './firebase-admin.ts';
import type { FirebaseAdmin } from './firebase-admin.ts';
import { createClaimsReader } from './firebase-tokens.ts';
import { createAccessTokens } from './service-account.ts';
import type { AccessTokens } from './service-account.ts';

/**
 * A Firebase project stores the passwords. The signature of a token proves who signed in, but not that
 * the sign-in is still valid, so each token is compared with the user's `validSince` at Google. That is
 * in whole seconds: a token from the same second as a password change passes here. If the change was
 * made through the site, the account's `signed_out_at` refuses it.
 */
type FirebaseSettings = Omit<Extract<IdentitySettings, { kind: 'firebase' }>, 'kind'>;
type Options = { readSiteName?: () => string; toolkitUrl?: string; jwksUrl?: string };

const googleToolkit = 'https://identitytoolkit.googleapis.com';
const googleKeys =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';

/** The emulator accepts `owner` as an admin token. */
const emulatorTokens: AccessTokens = { get: async () => 'owner', forget: () => {} };

export function createFirebaseIdentity(
  settings: FirebaseSettings,
  { readSiteName = () => '', toolkitUrl = googleToolkit, jwksUrl = googleKeys }: Options = {},
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
    async createUser({ uid, email, password, isEmailVerified }) {
      assertStrongPassword(password, { email, siteName: readSiteName() });
      const emailVerified = isEmailVerified && { emailVerified: true };
      const user = { localId: uid, email, password, ...emailVerified };
      await call('accounts', user).catch(rethrowWithLoginHint);
    },
    async updateUser(uid, { email, password }) {
      if (password !== undefined)
        assertStrongPassword(password, { email: email ?? '', siteName: readSiteName() });
      await call('accounts:update', {
        localId: uid,
        ...(email !== undefined && { email, emailVerified: false }),
        ...(password !== undefined && { password, validSince: String(nowInSeconds()) }),
      });
    },
    async createEmailCode({ uid, email }) {
      const user = await findUser(call, uid);
      if (!user || user.disabled || user.emailVerified || !isSameEmail(user.email, email)) {
        return undefined;
      }
      // Without an ID token of the user, Google creates the link but does not send it.
      const request = { requestType: 'VERIFY_EMAIL', email, returnOobLink: true };
      const { oobLink } = OobLink.parse(await call('accounts:sendOobCode', request));
      return new URL(oobLink).searchParams.get('oobCode') ?? undefined;
    },
    async isEmailVerified({ uid, email }) {
      const user = await findUser(call, uid);
      return !!user?.emailVerified && isSameEmail(user.email, email);
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
        emailVerified: z.boolean().default(false),
        disabled: z.boolean().optional(),
        validSince: z.coerce.number().default(0),
      }),
    )
    .default([]),
});

const OobLink = z.object({ oobLink: z.url() });

async function confirmUser(
  call: FirebaseAdmin,
  uid: string,
  authTime: number,
): Promise<VerifiedToken> {
  const user = await findUser(call, uid);
  if (!user?.email) throw tokenRefused('The user does not exist or has no email address.');
  if (user.disabled) throw tokenRefused('The user is disabled.');
  if (authTime < user.validSince) throw tokenRefused('The token was revoked.');
  const { email, emailVerified: isEmailVerified } = user;
  const [signedInAt, validSince] = [toDate(authTime), toDate(user.validSince)];
  return { uid, email, isEmailVerified, signedInAt, validSince };
}

async function findUser(call: FirebaseAdmin, uid: string) {
  const { users } = Lookup.parse(await call('accounts:lookup', { localId: [uid] }));
  return users.find(({ localId }) => localId === uid);
}

/** Google stores addresses in lower case. */
function isSameEmail(stored: string | undefined, email: string): boolean {
  return stored !== undefined && toEmailKey(stored) === toEmailKey(email);
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
