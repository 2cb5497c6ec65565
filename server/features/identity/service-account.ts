import { readFileSync } from 'node:fs';

import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod';

import { StartupError } from '#server/lib/startup-error.ts';

const ServiceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
  private_key_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});
type ServiceAccount = z.output<typeof ServiceAccount>;

const AccessToken = z.object({ access_token: z.string().min(1), expires_in: z.number() });

const scope = 'https://www.googleapis.com/auth/identitytoolkit';
/** Stop using a token this long before it expires: it could expire during a request. */
const marginSeconds = 300;
const shortestUseSeconds = 60;

export type AccessTokens = { get: () => Promise<string>; forget: () => void };

/** Fetches access tokens for Google's admin calls and caches each until shortly before it expires. */
export function createAccessTokens(setting: string | undefined): AccessTokens {
  const account = readServiceAccount(setting);
  let current: Promise<{ token: string; until: number }> | undefined;

  function forget(): void {
    current = undefined;
  }

  async function get(): Promise<string> {
    // Cache the promise, so that concurrent calls wait for the same token.
    const pending = (current ??= exchange(account));
    try {
      const { token, until } = await pending;
      if (until > Date.now()) return token;
    } catch (error) {
      if (current === pending) forget();
      throw error;
    }
    if (current === pending) forget();
    return get();
  }

  return { get, forget };
}

/** The setting is either the account's JSON or the path to its file. */
function readServiceAccount(setting = ''): ServiceAccount {
  try {
    const text = setting.trimStart().startsWith('{') ? setting : readFileSync(setting, 'utf8');
    return ServiceAccount.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartupError(
      'Setting FIREBASE_SERVICE_ACCOUNT is not usable: set it to the JSON of a service account key or to the path of its file.',
      { cause },
    );
  }
}

async function exchange(account: ServiceAccount): Promise<{ token: string; until: number }> {
  const key = await importPKCS8(account.private_key, 'RS256');
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({
      alg: 'RS256',
      typ: 'JWT',
      ...(account.private_key_id && { kid: account.private_key_id }),
    })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  const { status, body } = await fetchJson(account.token_uri, {
    method: 'POST',
    body: new URLSearchParams({ grant_type, assertion }),
  });
  if (status !== 200) throw new Error(`Google refused the service account (${status}).`);
  const { access_token, expires_in } = AccessToken.parse(body);
  const seconds = Math.max(shortestUseSeconds, expires_in - marginSeconds);
  return { token: access_token, until: Date.now() + seconds * 1000 };
}

/** Google normally answers in milliseconds. This limits how long a page can hang. */
const timeoutMilliseconds = 10_000;

export async function fetchJson(
  url: string,
  init: RequestInit,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMilliseconds) });
  return { status: response.status, body: await response.json() };
}
