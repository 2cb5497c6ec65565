import type { JWTPayload } from 'jose';
import { decodeJwt } from 'jose';
import { vi } from 'vitest';

import { openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

export { testPassword } from '#server/testing/test-app.ts';

type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> };

export type TestIdentity = TestApp & {
  /** Sends a call like the SDK does. */
  call(operation: string, body: unknown, ip?: string): Promise<Answer>;
  addUser(uid: string): Promise<string>;
  signIn(email: string, password?: string): Promise<{ idToken: string; refreshToken: string }>;
  /** Requests a reset email and reads the code from its link. */
  requestCode(email: string): Promise<string>;
};

export async function openTestIdentity(
  settings: Record<string, string> = {},
): Promise<TestIdentity> {
  const site = await openTestApp({ settings });

  async function call(operation: string, body: unknown, ip = '192.0.2.1'): Promise<Answer> {
    const isForm = operation === 'token';
    const answer = await site.app.inject({
      method: 'POST',
      url: `/idp/v1/${isForm ? operation : `accounts:${operation}`}?key=embedded`,
      remoteAddress: ip,
      headers: {
        'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      },
      payload: isForm
        ? new URLSearchParams(body as Record<string, string>).toString()
        : JSON.stringify(body),
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }

  async function addUser(uid: string): Promise<string> {
    const email = `${uid}@example.test`;
    await site.deps.identity.createUser({ uid, email, password: testPassword });
    return email;
  }

  async function signIn(email: string, password = testPassword) {
    const { status, body } = await call('signInWithPassword', { email, password });
    if (status !== 200) throw new Error(`sign-in answered ${JSON.stringify(body)}`);
    return body as { idToken: string; refreshToken: string };
  }

  async function requestCode(email: string): Promise<string> {
    const before = site.mails.length;
    const answer = await call('sendOobCode', { requestType: 'PASSWORD_RESET', email });
    if (answer.status !== 200)
      throw new Error(`sendOobCode answered ${JSON.stringify(answer.body)}`);
    const mail = await vi.waitUntil(
      () => site.mails.slice(before).find(({ to, action }) => to === email && action),
      { timeout: 60_000 },
    );
    return new URL(mail.action?.url ?? '').searchParams.get('oobCode') ?? '';
  }

  return { ...site, call, addUser, signIn, requestCode };
}

/** The envelope of an error. */
export function refusal(message: string) {
  return {
    error: { code: 400, message, errors: [{ message, reason: 'invalid', domain: 'global' }] },
  };
}

/** The message in an error envelope. */
export function messageOf(body: Record<string, unknown>): string {
  return (body as Partial<ReturnType<typeof refusal>>).error?.message ?? JSON.stringify(body);
}

export function claimsOf(idToken: string): JWTPayload {
  return decodeJwt(idToken);
}
