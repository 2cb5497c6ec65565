import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { createStripeProvider } from '#server/features/payments/payment-provider.ts';
import type { Mail } from '#server/lib/mail/mail.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { OutsideAnswer, SetupState } from '#shared/endpoints/setup.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';

import { checkPayments, getSetup } from './setup.service.ts';

let site: TestApp;
let admin: TestPlayer;
let failMail: Error | undefined;
const sent: Mail[] = [];
let stripeStatus = 200;

const stripe = createStripeProvider({
  secretKey: 'sk_test_1',
  webhookSecrets: ['whsec_1'],
  fetch: async () =>
    Response.json(
      stripeStatus === 200 ? { object: 'balance' } : { error: { message: 'Invalid API Key' } },
      { status: stripeStatus },
    ),
});

beforeAll(async () => {
  site = await openTestApp({
    // A name in the settings is not a look.
    settings: {
      DEMO: 'off',
      SITE_NAME: 'Stormreach',
      SMTP_URL: 'smtp://someone:secret@mail.example',
    },
    replace: () => ({
      payments: stripe,
      mailer: {
        async send(mail) {
          if (failMail) throw failMail;
          sent.push(mail);
        },
        close() {},
      },
    }),
  });
  admin = await site.addPlayer('Landlord', 3);
});
afterAll(() => site.close());

async function read(): Promise<SetupState> {
  const headers = { cookie: admin.cookie };
  return (await site.app.inject({ url: '/api/admin/setup', headers })).json<SetupState>();
}

async function isDone(name: SetupState['steps'][number]['name']): Promise<boolean | undefined> {
  return (await read()).steps.find((step) => step.name === name)?.isDone;
}

async function send(
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  body?: unknown,
): Promise<SetupState> {
  const answer = await site.app.inject(json(method, `/api/admin/setup${path}`, body, admin));
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

test('a new site has everything open, and says what is set', async () => {
  const { steps, mail, payments, isHidden, settingsFile } = await read();
  expect({ isHidden, settingsFile }).toEqual({ isHidden: false, settingsFile: null });
  expect(steps.filter((step) => step.isDone)).toEqual([]);
  expect(steps).toHaveLength(9);
  expect(mail).toEqual({
    server: 'mail.example:587',
    from: 'Stormreach <no-reply@localhost>',
    to: admin.email,
  });
  expect(payments).toEqual({ mode: 'test', isSelling: true });
  expect(JSON.stringify(await read())).not.toMatch(/secret|sk_test/);
});

test('steps are done once their part of the site is', async () => {
  const { db } = site.deps;
  const appearance = { ...initialAppearance('Wynhold'), name: 'Stormreach' };
  await site.app.inject(json('PUT', '/api/admin/appearance', { appearance, version: 0 }, admin));
  expect(await isDone('look')).toBe(true);
  expect(await isDone('logo')).toBe(false);
  await sql`
    insert into two_factor_secrets (account_id, secret) values (${admin.id}, 'x')`.execute(db);
  // Begun, but no code was entered yet.
  expect(await isDone('two-factor')).toBe(false);
  await sql`update two_factor_secrets set confirmed_at = now()`.execute(db);
  expect(await isDone('two-factor')).toBe(true);
  await site.addPlayer('Mere Staff', 2);
  expect(await isDone('two-factor')).toBe(true);
  const second = await site.addPlayer('Second Key', 3);
  expect(await isDone('two-factor')).toBe(false);
  await sql`update accounts set user_rights = 0 where id = ${second.id}`.execute(db);
  await site.app.inject(json('POST', '/api/admin/servers', { name: 'World 1' }, admin));
  expect(await isDone('game')).toBe(false);
  await sql`update game_servers set heartbeat_at = now()`.execute(db);
  expect(await isDone('game')).toBe(true);
  await sql`update game_servers set removed_at = now()`.execute(db);
  expect(await isDone('game')).toBe(false);
  const link = { url: 'https://example.com/launcher', version: 'v1', requirement: 'None' };
  await site.app.inject(json('PUT', '/api/admin/launcher/link', link, admin));
  expect(await isDone('launcher')).toBe(false);
  await site.app.inject(json('PATCH', '/api/admin/launcher/link', { isLive: true }, admin));
  expect(await isDone('launcher')).toBe(true);
  // Without a shop nothing is sold for test cards.
  expect(await isDone('payments')).toBe(false);
  const switchShop = (isOn: boolean) =>
    site.app.inject(json('PUT', '/api/admin/features/shop', { isOn }, admin));
  await switchShop(false);
  expect(await isDone('payments')).toBe(true);
  await switchShop(true);
});

test('the logo is done once there is one', async () => {
  const picture = { width: 40, height: 40, channels: 3 as const, background: '#305030' };
  const uploaded = await site.app.inject({
    method: 'POST',
    url: '/api/admin/media',
    headers: { cookie: admin.cookie, 'content-type': 'image/png' },
    payload: await sharp({ create: picture }).png().toBuffer(),
  });
  const logo = {
    picture: uploaded.json<{ url: string }>().url,
    crop: { x: 0.5, y: 0.5, size: 1 },
  };
  const headers = { cookie: admin.cookie };
  const { appearance, version } = (
    await site.app.inject({ url: '/api/admin/appearance', headers })
  ).json<{ appearance: object; version: number }>();
  const body = { appearance: { ...appearance, logo }, version };
  const saved = await site.app.inject(json('PUT', '/api/admin/appearance', body, admin));
  expect(saved.statusCode, saved.body).toBe(200);
  expect(await isDone('logo')).toBe(true);
});

const readLatestEntry = () =>
  site.deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', 'site/setting-changed')
    .where('subject', '=', 'site.setup')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

test('a step is marked as done or skipped by hand, and the mark can be taken back', async () => {
  await send('PUT', '/steps/backups', { mark: 'done' });
  expect(await isDone('backups')).toBe(true);
  const { steps } = await send('PUT', '/steps/payments', { mark: 'skipped' });
  expect(steps.filter(({ name }) => name === 'payments' || name === 'backups')).toEqual([
    { name: 'payments', isDone: false, isSkipped: true },
    { name: 'backups', isDone: true, isSkipped: false },
  ]);
  const after = await send('PUT', '/steps/backups', { mark: null });
  expect(after.steps.filter(({ name }) => name === 'payments' || name === 'backups')).toEqual([
    { name: 'payments', isDone: false, isSkipped: true },
    { name: 'backups', isDone: false, isSkipped: false },
  ]);
  const value = { isHidden: false, mailServer: null };
  const both = { ...value, marks: { backups: 'done', payments: 'skipped' } };
  const { actor_id, before, after: kept } = await readLatestEntry();
  expect({ actor_id, before, after: kept }).toEqual({
    actor_id: admin.id,
    before: { value: both },
    after: { value: { ...value, marks: { payments: 'skipped' } } },
  });
  const unknown = json('PUT', '/api/admin/setup/steps/moat', { mark: 'done' }, admin);
  expect((await site.app.inject(unknown)).statusCode).toBe(400);
});

test('the list can be hidden and shown again, and keeps its marks', async () => {
  const { steps } = await read();
  expect(steps.some(({ isSkipped }) => isSkipped)).toBe(true);
  expect(await send('PATCH', '', { isHidden: true })).toMatchObject({ isHidden: true, steps });
  expect((await read()).isHidden).toBe(true);
  expect((await send('PATCH', '', { isHidden: false })).isHidden).toBe(false);
});

test('the test email goes to the admin, and the answer of the mail server is shown', async () => {
  const post = () => site.app.inject(json('POST', '/api/admin/setup/test-mail', undefined, admin));
  failMail = Object.assign(new Error('535 wrong password'), { code: 'EAUTH' });
  expect((await post()).json<OutsideAnswer>()).toEqual({
    isAccepted: false,
    text: 'The mail server mail.example:587 refused the user name and password in SMTP_URL: 535 wrong password',
  });
  expect(await isDone('mail')).toBe(false);
  failMail = undefined;
  expect((await post()).json<OutsideAnswer>()).toEqual({
    isAccepted: true,
    text: `The mail server mail.example:587 accepted the email for ${admin.email}.`,
  });
  expect(sent.map(({ to }) => to)).toEqual([admin.email]);
  expect(await isDone('mail')).toBe(true);
  // The password may have been changed at the mail server since.
  failMail = new Error('no');
  expect((await post()).json<OutsideAnswer>().isAccepted).toBe(false);
  expect(await isDone('mail')).toBe(false);
  failMail = undefined;
});

test('a test email that another mail server accepted does not count', async () => {
  await site.app.inject(json('POST', '/api/admin/setup/test-mail', undefined, admin));
  const { config } = site.deps;
  const isMailDone = async (smtpUrl: string) => {
    const deps = { ...site.deps, config: { ...config, smtpUrl } };
    const { steps } = await getSetup(deps, admin.email);
    return steps.find(({ name }) => name === 'mail')?.isDone;
  };
  expect(await isMailDone('smtp://someone:other@mail.example')).toBe(true);
  expect(await isMailDone('smtp://someone:secret@post.example')).toBe(false);
});

test('payments are done with a live key, and while nothing is sold', async () => {
  await send('PUT', '/steps/payments', { mark: null });
  const isPaid = async (mode: SetupState['payments']['mode'], isSelling: boolean) => {
    const payments = { ...site.deps.payments, mode, isSelling };
    const state = await getSetup({ ...site.deps, payments }, admin.email);
    expect(state.payments).toEqual({ mode, isSelling });
    return state.steps.find(({ name }) => name === 'payments')?.isDone;
  };
  expect([await isPaid('live', true), await isPaid('test', false)]).toEqual([true, true]);
  expect([await isPaid('test', true), await isPaid('sandbox', true)]).toEqual([false, false]);
});

test('without a mail server the test of the email stays open, and the file of the settings is named', async () => {
  failMail = new Error('no');
  await site.app.inject(json('POST', '/api/admin/setup/test-mail', undefined, admin));
  failMail = undefined;
  const config = { ...site.deps.config, smtpUrl: undefined, settingsFile: '/etc/wynhold.env' };
  const { steps, mail, settingsFile } = await getSetup({ ...site.deps, config }, 'me@example.test');
  expect(steps.find(({ name }) => name === 'mail')?.isDone).toBe(false);
  expect(mail).toMatchObject({ server: null, to: 'me@example.test' });
  expect(settingsFile).toBe('/etc/wynhold.env');
});

test.each(['off', 'sandbox'] as const)(
  'with payments %s there is no key to check',
  async (mode) => {
    const stripe = vi.fn<typeof site.deps.payments.stripe>();
    const payments = { ...site.deps.payments, mode, stripe };
    expect(await checkPayments({ payments })).toEqual({
      isAccepted: false,
      text: 'There is no Stripe key to check.',
    });
    expect(stripe).not.toHaveBeenCalled();
  },
);

test.each([
  [200, true, 'Stripe accepts the test key.'],
  [403, true, 'Stripe accepts the test key.'],
  [401, false, 'Stripe refused STRIPE_SECRET_KEY: Invalid API Key'],
])('a Stripe key answered with %i', async (status, isAccepted, text) => {
  stripeStatus = status;
  const headers = { cookie: admin.cookie };
  const answer = await site.app.inject({ url: '/api/admin/setup/payments', headers });
  expect(answer.json()).toEqual({ isAccepted, text });
});

test('a demo has no steps', async () => {
  const deps = { ...site.deps, config: { ...site.deps.config, demo: true } };
  expect((await getSetup(deps, admin.email)).steps).toEqual([]);
});
