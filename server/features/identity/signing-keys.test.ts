import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { identityJobs } from './identity.jobs.ts';
import { findKeys } from './signing-keys.db.ts';
import { getSigningKey, listPublicKeys } from './signing-keys.service.ts';
import { openTestIdentity } from './testing/identity.ts';
import type { TestIdentity } from './testing/identity.ts';

let idp: TestIdentity;
beforeAll(async () => {
  idp = await openTestIdentity();
});
afterAll(() => idp.close());

test('concurrent requests for the first key create one key', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await getSigningKey(idp.deps)).id),
  );
  expect(new Set(ids)).toHaveLength(1);
  expect(await listPublicKeys(idp.deps.db)).toHaveLength(1);
});

test('the public list does not contain private keys', async () => {
  await getSigningKey(idp.deps);
  const [key] = await listPublicKeys(idp.deps.db);
  expect(key).toHaveProperty('kid');
  expect(key).not.toHaveProperty('d');
});

test('after thirty days a new key signs, and tokens of the old one are accepted until they expire', async () => {
  const { idToken } = await idp.signIn(await idp.addUser('ada'));
  const { id: old } = await getSigningKey(idp.deps);
  await age('29 days');
  expect((await getSigningKey(idp.deps)).id).toBe(old);
  await age('1 day');
  await runJob('identity/rotate-keys');
  const { id: current } = await getSigningKey(idp.deps);
  expect(current).not.toBe(old);
  expect((await listPublicKeys(idp.deps.db)).map(({ kid }) => kid)).toEqual([current, old]);
  await idp.deps.identity.verifyIdToken(idToken);

  await age('1 hour');
  await runJob('identity/rotate-keys');
  expect(await listPublicKeys(idp.deps.db)).toHaveLength(2);
  await age('1 hour 1 minute');
  await runJob('identity/rotate-keys');
  expect((await listPublicKeys(idp.deps.db)).map(({ kid }) => kid)).toEqual([current]);
  await expect(idp.deps.identity.verifyIdToken(idToken)).rejects.toMatchObject({
    code: 'accounts/token-refused',
  });
});

test('a key is sealed once there is a secrets key, and tokens of the key before are accepted', async () => {
  const { deps } = idp;
  const { idToken } = await idp.signIn(await idp.addUser('cleo'));
  const config = { secretsKey: randomBytes(32) };
  const { id } = await getSigningKey({ ...deps, config });
  expect((await getSigningKey({ ...deps, config })).id).toBe(id);
  const { privateJwk } = (await findKeys(deps.db, 30)).find((key) => key.id === id)!;
  expect(privateJwk).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: expect.any(String),
    y: expect.any(String),
    sealed: expect.stringMatching(/^sealed1\./),
  });
  await deps.identity.verifyIdToken(idToken);
});

test('a key that another secrets key sealed is replaced', async () => {
  const { id: sealed } = await getSigningKey({
    ...idp.deps,
    config: { secretsKey: randomBytes(32) },
  });
  const config = { secretsKey: randomBytes(32) };
  const { id } = await getSigningKey({ ...idp.deps, config });
  expect(id).not.toBe(sealed);
  expect((await getSigningKey({ ...idp.deps, config })).id).toBe(id);
  expect((await getSigningKey(idp.deps)).id).not.toBe(id);
});

test('expired tokens and codes are deleted after a day', async () => {
  const email = await idp.addUser('bea');
  await idp.signIn(email);
  await idp.requestCode(email);
  const { tokens } = await countRows();
  expect(tokens).toBeGreaterThan(0);
  await runJob('identity/delete-expired');
  expect(await countRows()).toEqual({ tokens, codes: 1 });
  for (const [hours, left] of [
    [23, { tokens, codes: 1 }],
    [25, { tokens: 0, codes: 0 }],
  ] as const) {
    const end = sql`now() - make_interval(hours => ${hours})`;
    await sql`update identity_refresh_tokens set expires_at = ${end}`.execute(idp.deps.db);
    await sql`update identity_reset_codes set expires_at = ${end}`.execute(idp.deps.db);
    await runJob('identity/delete-expired');
    expect(await countRows()).toEqual(left);
  }
});

async function age(by: string): Promise<void> {
  await sql`update identity_keys set created_at = created_at - ${by}::interval`.execute(
    idp.deps.db,
  );
}

async function runJob(name: string): Promise<void> {
  await identityJobs(idp.deps)
    .find((job) => job.name === name)!
    .run();
}

async function countRows() {
  const { rows } = await sql<{ tokens: number; codes: number }>`
    select (select count(*) from identity_refresh_tokens)::int as tokens,
      (select count(*) from identity_reset_codes)::int as codes`.execute(idp.deps.db);
  return rows[0]!;
}
