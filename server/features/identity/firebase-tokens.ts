import { createRemoteJWKSet, errors, jwtVerify, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';
import * as z from 'zod';

import { tokenRefused } from '#server/lib/identity-provider.ts';

import { unavailable } from './firebase-admin.ts';

/**
 * Only tokens that Google signed with RS256 are accepted. Tokens of the emulator are unsigned, so anyone
 * can forge them: they are accepted only if the emulator is configured, which a public site refuses to
 * start with.
 */
export type FirebaseClaims = { uid: string; authTime: number };

type Options = { projectId: string; isEmulator: boolean; jwksUrl: string };

const Claims = z.object({ sub: z.string().min(1).max(128), auth_time: z.number() });

export function createClaimsReader(options: Options): (idToken: string) => Promise<FirebaseClaims> {
  const read = options.isEmulator ? readUnsigned(options) : readSigned(options);
  return async (idToken) => {
    const claims = Claims.safeParse(await read(idToken));
    if (!claims.success) throw tokenRefused(claims.error);
    const { sub, auth_time } = claims.data;
    return { uid: sub, authTime: auth_time };
  };
}

function readSigned({ projectId, jwksUrl }: Options): (idToken: string) => Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: 10_000,
    cacheMaxAge: 3_600_000,
  });
  return async (idToken) => {
    try {
      const rules = { ...rulesOf(projectId), algorithms: ['RS256'] };
      return (await jwtVerify(idToken, keys, rules)).payload;
    } catch (error) {
      throw isTokenError(error) ? tokenRefused(error) : unavailable(error);
    }
  };
}

function readUnsigned({ projectId }: Options): (idToken: string) => Promise<JWTPayload> {
  return async (idToken) => {
    try {
      return UnsecuredJWT.decode(idToken, rulesOf(projectId)).payload;
    } catch (error) {
      throw tokenRefused(error);
    }
  };
}

function rulesOf(projectId: string) {
  return {
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    requiredClaims: ['exp', 'iat', 'sub'],
  };
}

const keyFetchErrors = new Set(['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']);

/** jose also throws its own errors if it cannot fetch the keys; those are not the token's fault. */
function isTokenError(error: unknown): boolean {
  return error instanceof errors.JOSEError && !keyFetchErrors.has(error.code);
}
