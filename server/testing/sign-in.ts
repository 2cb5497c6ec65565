import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

import { json, testPassword } from './test-app.ts';

export async function fetchIdToken(
  app: FastifyInstance,
  email: string,
  password = testPassword,
): Promise<string> {
  return (await fetchTokens(app, email, password)).idToken;
}

type Tokens = { idToken: string; refreshToken: string };

/** Signs in at the embedded provider like the browser's SDK. */
export async function fetchTokens(
  app: FastifyInstance,
  email: string,
  password = testPassword,
): Promise<Tokens> {
  const body = { email, password, returnSecureToken: true, clientType: 'CLIENT_TYPE_WEB' };
  const answer = await app.inject(json('POST', '/idp/v1/accounts:signInWithPassword?key=x', body));
  const { error, ...tokens } = answer.json<Tokens & { error?: { message: string } }>();
  if (error) throw new Error(error.message);
  return tokens;
}

/** The cookie header that a browser would send after this answer. */
export function sessionCookieOf(answer: LightMyRequestResponse): string {
  const [cookie] = answer.cookies;
  if (!cookie) throw new Error(`no session: ${answer.body}`);
  return `${cookie.name}=${cookie.value}`;
}
