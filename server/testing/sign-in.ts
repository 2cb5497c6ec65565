import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import { json, testPassword } from './test-app.ts';

/** Signs in at the embedded provider, as the browser's SDK does. */
export async function fetchIdToken(
  app: FastifyInstance,
  email: string,
  password = testPassword,
): Promise<string> {
  const body = { email, password, returnSecureToken: true, clientType: 'CLIENT_TYPE_WEB' };
  const answer = await app.inject(json('POST', '/idp/v1/accounts:signInWithPassword?key=x', body));
  const { idToken, error } = answer.json<{ idToken?: string; error?: { message: string } }>();
  if (!idToken) throw new Error(error?.message ?? `status ${answer.statusCode}`);
  return idToken;
}

/** The cookie header that a browser would send from now on. */
export function sessionCookieOf(answer: LightMyRequestResponse): string {
  const [cookie] = answer.cookies;
  if (!cookie) throw new Error(`no session: ${answer.body}`);
  return `${cookie.name}=${cookie.value}`;
}
