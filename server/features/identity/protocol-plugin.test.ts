import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestIdentity, refusal } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';

let idp: TestIdentity;
beforeAll(async () => {
  idp = await openTestIdentity();
});
afterAll(() => idp.close());

const signIn = '/idp/v1/accounts:signInWithPassword';
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

test.each<[string, string, string, string | Buffer]>([
  ['malformed JSON', signIn, json, '{"email":'],
  ['invalid UTF-8', signIn, json, Buffer.from('{"email":"\xff\xfe"}', 'latin1')],
  ['invalid UTF-8 in a form', '/idp/v1/token', form, Buffer.from('grant_type=\xff', 'latin1')],
  ['__proto__', signIn, json, '{"__proto__":{"email":"a@example.test"}}'],
  ['a body of another type', signIn, 'text/plain', 'email=a@example.test'],
  ['a body too large', signIn, json, JSON.stringify({ email: 'x'.repeat(100_000) })],
])('%s is refused in the envelope', async (_what, url, type, payload) => {
  const answer = await idp.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    payload,
  });
  expect(answer.statusCode).toBe(400);
  const { error } = answer.json<ReturnType<typeof refusal>>();
  expect(error.message).toMatch(/^INVALID_ARGUMENT : [A-Z]/);
  expect(answer.json()).toEqual(refusal(error.message));
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
});

test('a request without a body is refused in the envelope', async () => {
  const answer = await idp.app.inject({ method: 'POST', url: signIn });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual(refusal('MISSING_EMAIL'));
});

test('a request from another website is refused in the envelope', async () => {
  const answer = await idp.app.inject({
    method: 'POST',
    url: signIn,
    headers: { origin: 'https://evil.example' },
    payload: { email: 'a@example.test', password: 'x' },
  });
  expect(answer.json()).toEqual(
    refusal('INVALID_ARGUMENT : This request came from another website.'),
  );
});

test('a server failure is not sent in the envelope, so the SDK reports a network error', async () => {
  const broken = await openTestIdentity();
  await broken.deps.db.schema.dropTable('identity_users').cascade().execute();
  const { status, body } = await broken.call('signInWithPassword', {
    email: 'a@example.test',
    password: 'x',
  });
  expect(status).toBe(500);
  expect(body).toMatchObject({ code: 'server/unexpected', error: expect.any(String) });
  expect(JSON.stringify(body)).not.toContain('identity_users');
  await broken.close();
});

test('the calls are not in the API documentation', async () => {
  const answer = await idp.app.inject({ url: '/api/openapi.json' });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain('/idp');
});
