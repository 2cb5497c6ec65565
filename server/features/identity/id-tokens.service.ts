import { errors, jwtVerify, SignJWT } from 'jose';
import type { JWTPayload } from 'jose';

import type { Deps } from '#server/deps.ts';

import {
  findVerificationKey,
  getSigningKey,
  signingAlgorithm,
  tokenLifetimeSeconds,
} from './signing-keys.service.ts';
import { findUser } from './users.db.ts';
import type { IdentityUser } from './users.db.ts';

/**
 * An ID token is valid as long as the password it was issued for. `auth_time` is not precise enough for
 * that: it is in seconds, and the password can change while a sign-in is in progress. So a token carries
 * the user's `valid_since`, read together with the password hash that was checked, and is refused if
 * the user's current value differs. For the same reason it carries the sign-in time in milliseconds
 * (`signed_in_at`), which the site compares with the account's last sign-out.
 */
export const audience = 'wynhold';

type TokenDeps = Pick<Deps, 'config' | 'db'>;

export type TokenRefusal =
  | 'INVALID_ID_TOKEN'
  | 'TOKEN_EXPIRED'
  | 'USER_NOT_FOUND'
  | 'USER_DISABLED';

export type TokenCheck =
  | { refusal: TokenRefusal }
  | { refusal: undefined; user: IdentityUser; signedInAt: Date };

export async function signIdToken(
  deps: TokenDeps,
  user: Pick<IdentityUser, 'uid' | 'email' | 'emailVerifiedAt' | 'validSince'>,
  signedInAt: Date,
): Promise<string> {
  const { id, key } = await getSigningKey(deps);
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({
    user_id: user.uid,
    auth_time: Math.floor(signedInAt.getTime() / 1000),
    signed_in_at: signedInAt.getTime(),
    valid_since: user.validSince.getTime(),
    email: user.email,
    email_verified: user.emailVerifiedAt !== null,
    firebase: { identities: { email: [user.email] }, sign_in_provider: 'password' },
  })
    .setProtectedHeader({ alg: signingAlgorithm, kid: id, typ: 'JWT' })
    .setIssuer(issuerOf(deps.config))
    .setAudience(audience)
    .setSubject(user.uid)
    .setIssuedAt(now)
    .setExpirationTime(now + tokenLifetimeSeconds)
    .sign(key);
}

export async function checkIdToken(deps: TokenDeps, idToken: string): Promise<TokenCheck> {
  const claims = await readClaims(deps, idToken);
  if (typeof claims === 'string') return { refusal: claims };
  const user = await findUser(deps.db, claims.uid);
  if (!user) return { refusal: 'USER_NOT_FOUND' };
  if (user.isDisabled) return { refusal: 'USER_DISABLED' };
  if (user.validSince.getTime() !== claims.validSince) return { refusal: 'TOKEN_EXPIRED' };
  return { refusal: undefined, user, signedInAt: new Date(claims.signedInAt) };
}

type Claims = { uid: string; signedInAt: number; validSince: number };

async function readClaims(
  { config, db }: TokenDeps,
  idToken: string,
): Promise<Claims | TokenRefusal> {
  try {
    const { payload } = await jwtVerify(
      idToken,
      async ({ kid }) => {
        const key = await findVerificationKey(db, kid);
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [signingAlgorithm],
        issuer: issuerOf(config),
        audience,
        requiredClaims: ['exp', 'iat', 'sub'],
      },
    );
    return toClaims(payload) ?? 'INVALID_ID_TOKEN';
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'TOKEN_EXPIRED';
    if (error instanceof errors.JOSEError) return 'INVALID_ID_TOKEN';
    throw error;
  }
}

function toClaims({ sub, signed_in_at, valid_since }: JWTPayload): Claims | undefined {
  if (!sub || typeof signed_in_at !== 'number' || typeof valid_since !== 'number') return undefined;
  return { uid: sub, signedInAt: signed_in_at, validSince: valid_since };
}

function issuerOf(config: Deps['config']): string {
  return `${config.siteUrl}/idp`;
}
