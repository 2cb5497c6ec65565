import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';

import { setRights } from '#server/features/accounts/change-account.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { fetchIdToken } from '#server/testing/sign-in.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { createSetupLink, removeSetupLink } from './setup-link.service.ts';

let site: TestApp;
afterEach(() => site.close());

const production = {
  NODE_ENV: 'production',
  SITE_URL: 'http://localhost:4100',
  PAYMENTS: 'off',
  TRUST_PROXY: '0',
};

async function openNewSite(): Promise<string> {
  site = await openTestApp({ settings: production });
  return createCode();
}

/** Does what another start does, of this replica or of one with another port. */
async function createCode(port = 4100): Promise<string> {
  const link = await createSetupLink({
    ...site.deps,
    config: { ...site.deps.config, port },
  });
  return new URL(link ?? '').searchParams.get('code') ?? '';
}

function create(code: string, username = 'Landlord') {
  const email = `${username.toLowerCase()}@example.test`;
  const body = { code, username, email, password: testPassword };
  return site.app.inject(json('POST', '/auth/setup', body));
}

async function isOpen(code: string): Promise<boolean> {
  const page = await site.app.inject({ url: `/setup?code=${encodeURIComponent(code)}` });
  const checked = await site.app.inject(json('POST', '/auth/setup/check', { code }));
  expect([checked.statusCode, page.statusCode]).toEqual(
    page.statusCode === 200 ? [204, 200] : [404, 404],
  );
  return page.statusCode === 200;
}

async function listAdmins(): Promise<string[]> {
  const rows = await site.deps.db
    .selectFrom('accounts')
    .select('username')
    .where('user_rights', '=', 3)
    .execute();
  return rows.map(({ username }) => username);
}

test('the link makes the first admin, who then sets up a second factor to sign in', async () => {
  const code = await openNewSite();
  expect(await isOpen(code)).toBe(true);
  expect((await create(code)).statusCode).toBe(204);
  expect(await listAdmins()).toEqual(['Landlord']);
  const { audited } = await site.deps.db
    .selectFrom('audit_log')
    .select('actor_name as audited')
    .where('action', '=', 'accounts/rights-changed')
    .executeTakeFirstOrThrow();
  expect(audited).toBe('setup link');
  const idToken = await fetchIdToken(site.app, 'landlord@example.test');
  const answer = await site.app.inject(json('POST', '/auth/web-login', { idToken }));
  expect(answer.json()).toMatchObject({ code: 'accounts/two-factor-setup-required' });
});

test('the code is stored only as a hash', async () => {
  const code = await openNewSite();
  const { rows } = await sql<{ row: string; hours: number }>`
    select setup_codes::text as row,
      round(extract(epoch from expires_at - now()) / 3600)::int as hours
    from setup_codes`.execute(site.deps.db);
  expect(rows.map(({ hours }) => hours)).toEqual([24]);
  expect(JSON.stringify(rows)).not.toContain(code);
});

test('a used code makes no second admin', async () => {
  const code = await openNewSite();
  // In production only the address of the site itself is its own page.
  const elsewhere = { origin: 'http://127.0.0.1:5173', host: '127.0.0.1:5173' };
  const check = json('POST', '/auth/setup/check', { code });
  const foreign = { ...check, headers: { ...check.headers, ...elsewhere } };
  expect((await site.app.inject(foreign)).json()).toMatchObject({ code: 'request/foreign-origin' });
  const own = { ...check, headers: { ...check.headers, origin: production.SITE_URL } };
  expect((await site.app.inject(own)).statusCode).toBe(204);
  await create(code);
  expect((await create(code, 'Second')).statusCode).toBe(404);
  expect(await isOpen(code)).toBe(false);
  expect(await listAdmins()).toEqual(['Landlord']);
});

test('a wrong code is answered as on a site that is set up, and like an unknown address', async () => {
  const code = await openNewSite();
  const wrong = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
  const before = (await create(wrong)).json<object>();
  await create(code);
  const after = (await create(wrong)).json<object>();
  const unknown = (await site.app.inject(json('POST', '/auth/nothing', {}))).json<object>();
  const withoutId = (answer: object) => ({ ...answer, requestId: '' });
  expect(withoutId(before)).toEqual(withoutId(unknown));
  expect(withoutId(after)).toEqual(withoutId(unknown));
  for (const url of ['/setup', `/setup?code=${wrong}`, '/setup?code=', '/setup?code=%00']) {
    const page = await site.app.inject({ url });
    expect(page.statusCode, url).toBe(404);
    expect(page.body, url).toContain('<title>Not Found – Wynhold</title>');
  }
});

test('an expired code is refused', async () => {
  const code = await openNewSite();
  await sql`update setup_codes set expires_at = now()`.execute(site.deps.db);
  expect((await create(code)).statusCode).toBe(404);
  expect(await isOpen(code)).toBe(false);
  const { rows } = await sql`select from accounts`.execute(site.deps.db);
  expect(rows).toHaveLength(0);
});

test('a restart replaces the link of this replica and leaves those of the others', async () => {
  const first = await openNewSite();
  const other = await createCode(4101);
  const second = await createCode();
  expect(await isOpen(first)).toBe(false);
  expect(await isOpen(second)).toBe(true);
  expect(await isOpen(other)).toBe(true);
  await removeSetupLink(site.deps);
  expect(await isOpen(second)).toBe(true);
  await removeSetupLink({ ...site.deps, config: { ...site.deps.config, port: 4100 } });
  expect(await isOpen(second)).toBe(false);
  expect(await isOpen(other)).toBe(true);
});

test('no link works once there is an admin, however they were made, not even after a demotion', async () => {
  const code = await openNewSite();
  const admin = await site.addPlayer('Landlord', 3);
  expect(await isOpen(code)).toBe(false);
  expect(await createSetupLink(site.deps)).toBeUndefined();
  // In SQL, because the site does not let the last admin go.
  await sql`update accounts set user_rights = 0 where id = ${admin.id}`.execute(site.deps.db);
  expect(await isOpen(code)).toBe(false);
  expect(await createSetupLink(site.deps)).toContain('/setup?code=');
});

test.each([
  ['one link', 4100],
  ['the links of two replicas', 4101],
])('two people who use %s at once make one admin', async (_name, port) => {
  const code = await openNewSite();
  const other = port === 4100 ? code : await createCode(port);
  const answers = await Promise.all([create(code, 'First'), create(other, 'Second')]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204, 404]));
  expect(await listAdmins()).toHaveLength(1);
});

test('the link and the command line at once leave no link behind', async () => {
  const code = await openNewSite();
  await site.addPlayer('Deputy');
  const promote = setRights(site.deps, 'Deputy', { rights: 3, actor: commandLine });
  const [answer] = await Promise.all([create(code), promote, createSetupLink(site.deps)]);
  expect(await listAdmins()).toHaveLength(answer.statusCode === 204 ? 2 : 1);
  const { rows } = await sql`select from setup_codes`.execute(site.deps.db);
  expect(rows).toHaveLength(0);
});

test('bad input is refused before the code is used', async () => {
  const code = await openNewSite();
  const good = { code, username: 'Landlord', email: 'a@example.test', password: testPassword };
  const bad = [
    { ...good, username: '<script>' },
    { ...good, email: 'nobody' },
    { ...good, password: 'short' },
    { ...good, password: 'password123' },
    { ...good, code: 'x'.repeat(101) },
  ];
  for (const body of bad) {
    const answer = await site.app.inject(json('POST', '/auth/setup', body));
    expect(answer.statusCode, JSON.stringify(body)).toBe(400);
  }
  expect(await isOpen(code)).toBe(true);
});

test('guesses are limited', async () => {
  await openNewSite();
  const guess = () => site.app.inject(json('POST', '/auth/setup/check', { code: 'x' }));
  for (let count = 0; count < 30; count += 1) expect((await guess()).statusCode).toBe(404);
  expect((await guess()).statusCode).toBe(429);
});

test('a demo has no link', async () => {
  site = await openTestApp({ settings: { DEMO: 'on' } });
  expect(await createSetupLink(site.deps)).toBeUndefined();
});
