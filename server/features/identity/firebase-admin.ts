import * as z from 'zod';

import { AppError } from '#shared/errors.ts';

import { fetchJson } from './service-account.ts';
import type { AccessTokens } from './service-account.ts';

/** Refusals that the user can fix become specific AppErrors, all others identity/unavailable, with the reason logged. */
export type FirebaseAdmin = (operation: Operation, body: object) => Promise<unknown>;

type Operation =
  | 'accounts'
  | 'accounts:update'
  | 'accounts:lookup'
  | 'accounts:delete'
  | 'accounts:sendOobCode';
type Options = { baseUrl: string; projectId: string; tokens: AccessTokens };

const ErrorBody = z.object({ error: z.object({ message: z.string() }) });

export function createFirebaseAdmin({ baseUrl, projectId, tokens }: Options): FirebaseAdmin {
  return async (operation, body) => {
    const url = `${baseUrl}/v1/projects/${encodeURIComponent(projectId)}/${operation}`;
    const answer = await toUnavailable(async () =>
      fetchJson(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokens.get()}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
    );
    if (answer.status === 200) return answer.body;
    if (answer.status === 401) tokens.forget();
    throw toAppError(answer);
  };
}

async function toUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw unavailable(cause);
  }
}

export function unavailable(cause: unknown): AppError {
  return new AppError(
    'identity/unavailable',
    'The sign-in service cannot be reached right now. Please try again in a moment.',
    { cause, retryAfterSeconds: 10 },
  );
}

function toAppError({ status, body }: { status: number; body: unknown }): AppError {
  const parsed = ErrorBody.safeParse(body);
  const message = parsed.success ? parsed.data.error.message : '';
  const cause = new Error(`Identity Toolkit answered ${status} ${message}`);
  const [code = '', detail] = message.split(' : ');
  return errorsByCode[code]?.(cause, detail) ?? unavailable(cause);
}

const errorsByCode: Record<string, (cause: Error, detail?: string) => AppError> = {
  EMAIL_EXISTS: (cause) => {
    const message = 'That email address already has an account.';
    return new AppError('accounts/email-taken', message, { cause, fields: { email: message } });
  },
  INVALID_EMAIL: (cause) => {
    const message = 'Enter an email address like name@example.com.';
    return new AppError('request/invalid', message, { cause, fields: { email: message } });
  },
  USER_NOT_FOUND: (cause) => {
    return new AppError('accounts/not-found', 'There is no such user.', { cause });
  },
  WEAK_PASSWORD: weakPasswordError,
  PASSWORD_DOES_NOT_MEET_REQUIREMENTS: weakPasswordError,
};

function weakPasswordError(cause: Error, detail = 'Choose a stronger password.'): AppError {
  return new AppError('accounts/weak-password', detail, { cause, fields: { password: detail } });
}

type Attempt = { uid: string; email: string; password: string; url: string; apiKey: string };

const SignedIn = z.object({ localId: z.string() });
const Refused = z.object({ error: z.object({ message: z.string() }) });

const wrong = /^(INVALID_PASSWORD|INVALID_LOGIN_CREDENTIALS|EMAIL_NOT_FOUND|USER_DISABLED)/;

/** The admin API cannot check passwords, so this signs in with the same call as the browser. */
export async function checkFirebasePassword(attempt: Attempt): Promise<boolean> {
  const { uid, email, password, url, apiKey } = attempt;
  const answer = await fetchJson(
    `${url}/accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, returnSecureToken: false }),
    },
  ).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  const signedIn = SignedIn.safeParse(answer.body);
  if (answer.status === 200 && signedIn.success) return signedIn.data.localId === uid;
  const refused = Refused.safeParse(answer.body);
  if (refused.success && wrong.test(refused.data.error.message)) return false;
  throw unavailable(new Error(`Identity Toolkit answered ${answer.status} to a sign-in.`));
}
