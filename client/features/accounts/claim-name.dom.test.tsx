import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeSite, testAdmin, testPlayer } from '#client/testing/test-site.ts';

import * as identity from './identity.ts';

const start = 'POST /auth/name-claims';
const email = 'POST /auth/name-claims/email';
const check = 'POST /auth/name-claims/check';
const setup = 'POST /auth/setup';

const claim = 'c'.repeat(43);
const expiresAt = '2026-11-19T13:00:00.000Z';
const waiting = { username: 'Old Nite', isProven: false, expiresAt };

async function open(address: string, answers: Answers = {}, as: 'visitor' | 'player' = 'visitor') {
  answerNothing();
  return renderPage(address, { as, answers });
}

test('a name is claimed with a code in the game, and then registered', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { user, router } = await open('/claim-name?name=Old%20Nite', {
    [start]: { claim, code: 'claim23a45b6', expiresAt },
    [check]: waiting,
  });
  const name = await screen.findByLabelText<HTMLInputElement>('Username');
  expect(name.value).toBe('Old Nite');
  await user.click(screen.getByText('Get a Code'));
  await screen.findByText('claim23a45b6');
  expect(requests(start).map(({ body }) => body)).toEqual([{ username: 'Old Nite' }]);
  expect(router.state.location.href).toBe(`/claim-name?claim=${claim}`);
  screen.getByText('Prove that you play Old Nite.');
  answer({ [check]: { ...waiting, isProven: true } });
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await screen.findByText('Old Nite is yours. Register to keep it.');
  expect(screen.getByLabelText<HTMLInputElement>('Username').readOnly).toBe(true);
  expect(new Set(requests(check).map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set([JSON.stringify({ claim })]),
  );
});

test('a link by email is sent to the address on file, without a code', async () => {
  const { user } = await open('/claim-name', {
    [email]: inTurn(refuse('request/rate-limited', 'Try again in an hour.'), undefined),
  });
  await user.fill(await screen.findByLabelText('Username'), 'Old Nite');
  await user.click(screen.getByLabelText(/^A link by email/));
  await user.click(screen.getByText('Send a Link'));
  await screen.findByText('Try again in an hour.');
  await user.click(screen.getByText('Send a Link'));
  await screen.findByText(/^If we know an address for this name, a link is on its way to it\./);
  expect(requests(email).map(({ body }) => body)).toEqual([
    { username: 'Old Nite' },
    { username: 'Old Nite' },
  ]);
  await user.click(screen.getByLabelText(/^A code in the game/));
  expect(screen.queryByText(/^If we know an address/)).toBeNull();
  screen.getByText('Get a Code');
});

test('another browser does not show the code, but gets a new one', async () => {
  await open(`/claim-name?claim=${claim}`, { [check]: waiting });
  const link = await screen.findByText<HTMLAnchorElement>('Get a New Code');
  expect(link.search).toBe('?name=Old+Nite');
});

test('who is logged in cannot claim a name', async () => {
  await open(`/claim-name?claim=${claim}`, {}, 'player');
  await screen.findByText(/^You are signed in as Marrow\. Log out first/);
  expect(requests(check)).toEqual([]);
});

test('the first admin is created with the code of the link, and then signed in', async () => {
  const signIn = vi.fn(() => Promise.resolve('token'));
  vi.spyOn(identity, 'loadIdentity').mockResolvedValue({ signIn } as never);
  const { user } = await open('/setup?code=abc', {
    'POST /auth/setup/check': undefined,
    [setup]: inTurn(
      refuse('accounts/email-taken', 'This address has an account.'),
      refuse('request/not-found', 'There is no such link.'),
      undefined,
    ),
    'POST /auth/web-login': refuse('accounts/two-factor-setup-required', 'Set up two-factor.'),
    'POST /auth/two-factor': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
  });
  await user.fill(await screen.findByLabelText('Username'), 'Elder');
  await user.fill(screen.getByLabelText('Email'), 'elder@example.com');
  await user.fill(screen.getByLabelText('Password'), 'four unrelated words');
  await user.fill(screen.getByLabelText('Confirm password'), 'four unrelated words');
  await user.click(screen.getByText('Create the First Admin'));
  await screen.findByText('This address has an account.');
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
  await user.click(screen.getByText('Create the First Admin'));
  await screen.findByText(
    'This link was used or has expired. Restart the site for a new one, or log in.',
  );
  await user.click(screen.getByText('Create the First Admin'));
  await screen.findByText('ABCD EFGH');
  expect(signIn).toHaveBeenCalledExactlyOnceWith('elder@example.com', 'four unrelated words');
  expect(requests(setup)).toHaveLength(3);
  expect(requests(setup)[2]?.body).toEqual({
    code: 'abc',
    username: 'Elder',
    email: 'elder@example.com',
    password: 'four unrelated words',
  });
});

test('a first admin who could not be signed in gets the login', async () => {
  const signIn = vi.fn(() => Promise.reject(new Error('The provider is away.')));
  vi.spyOn(identity, 'loadIdentity').mockResolvedValue({ signIn } as never);
  const { user } = await open('/setup?code=abc', {
    'POST /auth/setup/check': undefined,
    [setup]: undefined,
  });
  await user.fill(await screen.findByLabelText('Username'), 'Elder');
  await user.fill(screen.getByLabelText('Email'), 'elder@example.com');
  await user.fill(screen.getByLabelText('Password'), 'four unrelated words');
  await user.fill(screen.getByLabelText('Confirm password'), 'four unrelated words');
  await user.click(screen.getByText('Create the First Admin'));
  await screen.findByText('Log In');
  expect(requests(setup)).toHaveLength(1);
});

test.each([
  [{ redirect: '/polls/4' }, '/polls/4'],
  [{}, '/profile/home'],
])('a new player who logs in with %o comes to %s', async (search, target) => {
  const signIn = vi.fn(() => Promise.resolve('token'));
  vi.spyOn(identity, 'loadIdentity').mockResolvedValue({ signIn } as never);
  const { user, router } = await open('/register', {
    'POST /auth/web-login': { username: 'Marrow' },
    'GET /api/account/deletion': { deleteAfter: null },
  });
  await router.navigate({ to: '/login', search, state: { email: testPlayer.email } });
  const password = await screen.findByLabelText('Password');
  await expect.poll(() => document.activeElement).toBe(password);
  answer({ 'GET /auth/verify': testPlayer });
  await user.type(password, 'secret{Enter}');
  await expect.poll(() => router.state.location.pathname).toBe(target);
  expect(signIn).toHaveBeenCalledExactlyOnceWith(testPlayer.email, 'secret');
});

test('a reset link and a new password are sent to the provider as they were typed', async () => {
  const sendReset = vi.fn(() => Promise.resolve());
  const confirmReset = vi.fn(() => Promise.resolve());
  const verifyResetCode = vi.fn(() => Promise.resolve('pip@example.com'));
  const client = { sendReset, confirmReset, verifyResetCode };
  vi.spyOn(identity, 'loadIdentity').mockResolvedValue(client as never);
  const { user, router } = await open('/reset');
  await user.fill(await screen.findByLabelText('Email'), 'pip@example.com');
  await user.click(screen.getByText('Send Reset Link'));
  await user.click(await screen.findByText('OK'));
  const note = await screen.findByText(/^Check the inbox of/);
  expect(note.textContent).toContain('pip@example.com');
  await expect.poll(() => document.activeElement).toBe(note.closest('[tabindex]'));
  expect(sendReset).toHaveBeenCalledExactlyOnceWith('pip@example.com');
  await router.navigate({ to: '/reset-password', search: { oobCode: 'right' } });
  await screen.findByText('For the account pip@example.com.');
  await user.fill(screen.getByLabelText('New password'), 'a key for no lock');
  await user.fill(screen.getByLabelText('Confirm password'), 'a key for no lok');
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  await user.click(await screen.findByText('OK'));
  expect(confirmReset).not.toHaveBeenCalled();
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.fill(screen.getByLabelText('Confirm password'), 'a key for no lock');
  await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  await screen.findByText('Password Changed');
  expect(verifyResetCode).toHaveBeenCalledExactlyOnceWith('right');
  expect(confirmReset).toHaveBeenCalledExactlyOnceWith('right', 'a key for no lock');
});

test('the link of a new site says what went wrong, and that Firebase keeps its accounts', async () => {
  changeSite({ identity: { apiKey: 'k', at: 'google' } });
  const signIn = vi.fn(() => Promise.resolve('token'));
  vi.spyOn(identity, 'loadIdentity').mockResolvedValue({ signIn } as never);
  const { user, router } = await open('/setup', {
    'POST /auth/setup/check': undefined,
    [setup]: inTurn(refuse('server/unexpected', 'The disk is full.'), undefined),
    'POST /auth/web-login': { username: 'Elder' },
  });
  await user.fill(await screen.findByLabelText('Username'), 'Elder');
  screen.getByText(/^The account is created in your Firebase project\./);
  // The server answers as for a wrong code.
  expect(requests('POST /auth/setup/check')[0]?.body).toEqual({ code: '-' });
  await user.fill(screen.getByLabelText('Email'), 'elder@example.com');
  await user.fill(screen.getByLabelText('Password'), 'four unrelated words');
  await user.fill(screen.getByLabelText('Confirm password'), 'four unrelated words');
  await user.click(screen.getByText('Create the First Admin'));
  await screen.findByText('The disk is full.');
  answer({ 'GET /auth/verify': testAdmin });
  await user.click(screen.getByText('Create the First Admin'));
  await expect.poll(() => router.state.location.pathname).toBe('/admin/setup');
});
