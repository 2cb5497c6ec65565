import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp, testConfig } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { listFirstSteps } from './first-steps.ts';

let site: TestApp;

afterEach(() => site.close());

test('a new site is asked to create an admin until there is one', async () => {
  site = await openTestApp({
    settings: { DEMO: 'off', SMTP_URL: 'smtp://mail.example', CONTACT_EMAIL: 'me@example.com' },
  });
  expect(await listFirstSteps(site.deps)).toEqual([
    'There is no admin yet. Open the setup link, or run: npm run admin -- create-admin',
  ]);
  await site.addPlayer('Deputy', 2);
  expect(await listFirstSteps(site.deps)).toHaveLength(1);
  await site.addPlayer('Landlord', 3);
  expect(await listFirstSteps(site.deps)).toEqual([]);
});

test('a missing mail server, a missing contact address and payments with test cards are listed', async () => {
  const settings = {
    DEMO: 'off',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  site = await openTestApp({ settings });
  await site.addPlayer('Landlord', 3);
  expect(await listFirstSteps(site.deps)).toEqual([
    expect.stringMatching(/^SMTP_URL is not set: emails are only written to .*outbox\.$/),
    'CONTACT_EMAIL is not set: pages and emails name contact@localhost. Set it to an address that you read.',
    'Payments accept test cards, so coins are free.',
  ]);
  const payments = { ...site.deps.payments, isSelling: false };
  expect(await listFirstSteps({ ...site.deps, payments })).toHaveLength(2);
});

test('an empty PostgreSQL database is pointed out if the data folder has one', async () => {
  const folder = await createTemporaryFolder();
  await mkdir(join(folder, 'db'));
  await writeFile(join(folder, 'db', 'PG_VERSION'), '18');
  site = await openTestApp();
  const config = testConfig({
    DEMO: 'off',
    DATA_DIR: folder,
    DATABASE_URL: 'postgres://site@127.0.0.1/site',
  });
  const unused = `DATABASE_URL is set, so this site starts empty; the database in ${folder} is not used.`;
  expect((await listFirstSteps({ ...site.deps, config }))[0]).toBe(unused);
  const embedded = { ...config, databaseUrl: undefined };
  expect(await listFirstSteps({ ...site.deps, config: embedded })).not.toContain(unused);
  await site.addPlayer('Settler');
  expect(await listFirstSteps({ ...site.deps, config })).not.toContain(unused);
});

test('a demo lists no steps', async () => {
  site = await openTestApp({ settings: { DEMO: 'on' } });
  expect(await listFirstSteps(site.deps)).toEqual([]);
});
