import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { LiveMessage } from '#server/lib/data/live.ts';
import { recordTopics } from '#server/testing/record-topics.ts';
import { fetchIdToken, sessionCookieOf } from '#server/testing/sign-in.ts';
import { json, openTestApp, testPassword } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { AppError } from '#shared/errors.ts';

import { loadDemoAccounts, loadDemoPlayers } from './accounts.demo.ts';

let site: TestApp;
beforeAll(async () => {
  site = await openTestApp();
});
afterAll(() => site.close());

const url = '/api/account/email-confirmation';
const subject = 'Confirm your email address for Wynhold';
let visitors = 0;

async function register(username: string, on = site) {
  const email = `${username.toLowerCase().replaceAll(' ', '.')}@example.test`;
  visitors += 1;
  const answer = await on.app.inject({
    ...json('POST', '/auth/register', { username, email, password: testPassword }),
    remoteAddress: `10.2.0.${visitors}`,
  });
  expect(answer.statusCode).toBe(200);
  const idToken = await fetchIdToken(on.app, email);
  const login = await on.app.inject(json('POST', '/auth/web-login', { idToken }));
  return { username, email, cookie: sessionCookieOf(login), ip: `10.2.0.${visitors}` };
}

type Player = Awaited<ReturnType<typeof register>>;

const read = async ({ cookie }: { cookie: string }, on = site) =>
  (await on.app.inject({ url, headers: { cookie } })).json<object>();

const send = (player: Player, on = site) =>
  on.app.inject({ ...json('POST', url, undefined, player), remoteAddress: player.ip });

function codeOf(email: string): string {
  const mail = site.mails.findLast((one) => one.to === email && one.subject === subject);
  return new URL(mail?.action?.url ?? '').searchParams.get('oobCode') ?? '';
}

const confirm = (oobCode: string) =>
  site.app.inject(json('POST', '/idp/v1/accounts:update?key=x', { oobCode }));

const changeEmail = (player: Player, email: string) =>
  site.app.inject(
    json('PATCH', `/api/users/${encodeURIComponent(player.username)}`, { email }, player),
  );

describe('a new account', () => {
  test('gets a link that confirms its address, and open pages are notified', async () => {
    const player = await register('New Pip');
    const mail = site.mails.findLast(({ to }) => to === player.email);
    expect(mail?.paragraphs.join(' ')).toContain('It works once and expires after 24 hours.');
    expect(await read(player)).toEqual({ isConfirmed: false, isSent: true, canSend: true });
    const messages: LiveMessage[] = [];
    const stop = site.deps.live.subscribe({
      onMessage: (message) => void messages.push(message),
      onResync() {},
    });
    expect((await confirm(codeOf(player.email))).statusCode).toBe(200);
    stop();
    expect(messages).toMatchObject([{ topic: 'me', accountId: expect.any(Number) as number }]);
    expect(await read(player)).toMatchObject({ isConfirmed: true });
  });

  test('shows admins whether its address is confirmed', async () => {
    const admin = await site.addPlayer('Clerk', 3);
    const player = await register('Watched');
    const managed = async () =>
      (
        await site.app.inject({
          url: '/api/admin/users/watched',
          headers: { cookie: admin.cookie },
        })
      ).json<object>();
    expect(await managed()).toMatchObject({ isEmailConfirmed: false });
    await confirm(codeOf(player.email));
    expect(await managed()).toMatchObject({ isEmailConfirmed: true });
  });

  test('is confirmed by an emailed password reset', async () => {
    const player = await register('Forgot It');
    const request = { requestType: 'PASSWORD_RESET', email: player.email };
    await site.app.inject(json('POST', '/idp/v1/accounts:sendOobCode?key=x', request));
    const isReset = ({ to, action }: (typeof site.mails)[number]) =>
      to === player.email && action?.url.includes('/reset-password');
    const mail = await vi.waitUntil(() => site.mails.find(isReset), { timeout: 60_000 });
    const oobCode = new URL(mail.action?.url ?? '').searchParams.get('oobCode');
    const body = { oobCode, newPassword: 'quite another phrase' };
    await site.app.inject(json('POST', '/idp/v1/accounts:resetPassword?key=x', body));
    const { email_verified_at } = await site.deps.db
      .selectFrom('accounts')
      .select('email_verified_at')
      .where('email', '=', player.email)
      .executeTakeFirstOrThrow();
    expect(email_verified_at).not.toBeNull();
  });

  test('of the demo is confirmed and gets no email', async () => {
    const demo = await openTestApp();
    await loadDemoAccounts(demo.deps);
    await loadDemoPlayers(demo.deps.db);
    const unconfirmed = await demo.deps.db
      .selectFrom('accounts')
      .select('username')
      .where('email_verified_at', 'is', null)
      .execute();
    expect(unconfirmed).toEqual([]);
    expect(demo.mails).toEqual([]);
    await demo.close();
  });
});

describe('a changed address', () => {
  test('is not confirmed until its own link is opened', async () => {
    const player = await register('Mover');
    const old = player.email;
    await confirm(codeOf(old));
    const before = site.mails.length;
    expect((await changeEmail(player, 'moved@example.test')).statusCode).toBe(200);
    expect(site.mails.slice(before)).toMatchObject([
      { to: old, subject: 'Your Wynhold email address was changed' },
      { to: 'moved@example.test', subject },
    ]);
    expect(await read(player)).toEqual({ isConfirmed: false, isSent: true, canSend: true });
    await confirm(codeOf('moved@example.test'));
    expect(await read(player)).toMatchObject({ isConfirmed: true });
  });

  test('voids the link to the old one', async () => {
    const player = await register('Fickle');
    const code = codeOf(player.email);
    await changeEmail(player, 'fickle.two@example.test');
    const answer = await confirm(code);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error: { message: 'INVALID_OOB_CODE' } });
    expect(await read(player)).toMatchObject({ isConfirmed: false });
  });

  test('that the provider refuses leaves the old one confirmed', async () => {
    const player = await register('Stayer');
    await confirm(codeOf(player.email));
    const down = new AppError('identity/unavailable', 'The provider is down.');
    const update = vi.spyOn(site.deps.identity, 'updateUser').mockRejectedValueOnce(down);
    expect((await changeEmail(player, 'stayer.two@example.test')).statusCode).toBe(503);
    update.mockRestore();
    const isVerified = vi.spyOn(site.deps.identity, 'isEmailVerified');
    expect(await read(player)).toEqual({ isConfirmed: true, isSent: true, canSend: true });
    // The copy was restored, not repaired by asking the provider.
    expect(isVerified).not.toHaveBeenCalled();
    isVerified.mockRestore();
  });

  test('that the provider refuses stays free for another account, and the old one taken', async () => {
    const player = await register('Refused');
    const [other, third] = [await register('Takes It'), await register('Takes Old')];
    const down = new AppError('identity/unavailable', 'The provider is down.');
    const update = vi.spyOn(site.deps.identity, 'updateUser').mockRejectedValueOnce(down);
    expect((await changeEmail(player, 'wanted@example.test')).statusCode).toBe(503);
    update.mockRestore();
    expect((await changeEmail(other, 'wanted@example.test')).statusCode).toBe(200);
    expect((await changeEmail(third, player.email.toUpperCase())).json()).toMatchObject({
      code: 'accounts/email-taken',
    });
  });

  test('that is another spelling of a confirmed one stays confirmed', async () => {
    const player = await register('Speller');
    await confirm(codeOf(player.email));
    const change = await changeEmail(player, 'Speller@Example.test');
    expect(change.json()).toMatchObject({ email: 'Speller@Example.test' });
    const isVerified = vi.spyOn(site.deps.identity, 'isEmailVerified');
    expect(await read(player)).toEqual({ isConfirmed: true, isSent: true, canSend: true });
    // The copy still says so, without asking the provider.
    expect(isVerified).not.toHaveBeenCalled();
    isVerified.mockRestore();
  });

  test('gets no link when too many were sent, and the change still succeeds', async () => {
    const player = await register('Restless');
    for (let at = 0; at < 5; at++) expect((await send(player)).statusCode).toBe(204);
    expect((await changeEmail(player, 'restless.two@example.test')).statusCode).toBe(200);
    expect(site.mails.some(({ to }) => to === 'restless.two@example.test')).toBe(false);
    expect(await read(player)).toEqual({ isConfirmed: false, isSent: false, canSend: true });
  });

  test('that was copied at sign-in is as confirmed as at the provider', async () => {
    const player = await register('Synced');
    await confirm(codeOf(player.email));
    // Simulates a change that was interrupted before the provider got it.
    await site.deps.db
      .updateTable('accounts')
      .set({ email: 'x.synced@example.test', email_key: 'x.synced@example.test' })
      .set({ email_verified_at: null })
      .where('email', '=', player.email)
      .execute();
    const idToken = await fetchIdToken(site.app, player.email);
    await site.app.inject(json('POST', '/auth/web-login', { idToken }));
    const { email_verified_at } = await site.deps.db
      .selectFrom('accounts')
      .select('email_verified_at')
      .where('email', '=', player.email)
      .executeTakeFirstOrThrow();
    expect(email_verified_at).not.toBeNull();
  });
});

describe('a new link', () => {
  test('replaces the older one', async () => {
    const player = await register('Impatient');
    const first = codeOf(player.email);
    const published = recordTopics(site.deps.live);
    expect((await send(player)).statusCode).toBe(204);
    expect(published.take()).toMatch(/^me of \d+$/);
    expect((await confirm(first)).statusCode).toBe(400);
    expect((await confirm(codeOf(player.email))).statusCode).toBe(200);
  });

  test('is refused with the time to wait after five in an hour', async () => {
    const player = await register('Nagging');
    for (let at = 0; at < 5; at++) expect((await send(player)).statusCode).toBe(204);
    const sent = site.mails.length;
    const answer = await send(player);
    expect(answer.statusCode).toBe(429);
    expect(answer.json()).toMatchObject({
      code: 'request/rate-limited',
      error: 'Too many requests. Please try again in 60 minutes.',
    });
    expect(site.mails).toHaveLength(sent);
  });

  test('needs a session', async () => {
    expect((await site.app.inject({ url })).statusCode).toBe(401);
    expect((await site.app.inject(json('POST', url))).statusCode).toBe(401);
  });

  test('is not sent to a confirmed address', async () => {
    const player = await register('Done Already');
    await confirm(codeOf(player.email));
    const sent = site.mails.length;
    // Nor does it count as sent: a sixth link in an hour would be refused.
    for (let at = 0; at < 6; at += 1) expect((await send(player)).statusCode).toBe(204);
    expect(site.mails).toHaveLength(sent);
  });
});

test('an account from before confirmations has no link yet and can request one', async () => {
  const player = await register('Old Timer');
  await site.deps.db
    .updateTable('accounts')
    .set({ email_link_sent_at: null })
    .where('email', '=', player.email)
    .execute();
  expect(await read(player)).toEqual({ isConfirmed: false, isSent: false, canSend: true });
  await send(player);
  expect(await read(player)).toMatchObject({ isSent: true });
});

test('a site without a mail server blocks nothing and sends no links', async () => {
  const mute = await openTestApp({ settings: { SITE_URL: 'http://wynhold.example' } });
  const player = await register('Unheard', mute);
  expect(await read(player, mute)).toEqual({ isConfirmed: false, isSent: false, canSend: false });
  const answer = await send(player, mute);
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({ code: 'accounts/no-mail' });
  expect(mute.mails).toEqual([]);
  await mute.close();
});
