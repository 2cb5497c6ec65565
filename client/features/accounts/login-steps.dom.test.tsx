import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { streams } from '#client/testing/browser-gaps.ts';
import { inTurn, noConnection, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { changeSite, testPlayer } from '#client/testing/test-site.ts';

import { DeleteAccount } from './delete-account.tsx';
import * as identity from './identity.ts';
import { LoginSteps } from './login-steps.tsx';
import { useIdentityPreload } from './use-identity-preload.ts';

const login = 'POST /auth/web-login';
const deletion = 'GET /api/account/deletion';

async function open(answers: Answers, target = '/polls/12') {
  const signIn = vi.fn(() => Promise.resolve('token'));
  vi.spyOn(identity, 'loadIdentity').mockResolvedValue({ signIn } as never);
  const view = await renderScreen(<LoginSteps target={target} search={{ redirect: target }} />, {
    address: '/login',
    answers: {
      'GET /auth/verify': testPlayer,
      [login]: { username: 'Marrow' },
      [deletion]: { deleteAfter: null },
      ...answers,
    },
  });
  await view.user.fill(screen.getByLabelText('Email'), 'marrow@example.com');
  await view.user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  const path = () => view.router.latestLocation.pathname;
  return { ...view, signIn, path };
}

test('a login leads to the page that asked for it, which is told of what happens to the account', async () => {
  const { signIn, path } = await open({});
  await expect.poll(path).toBe('/polls/12');
  expect(signIn).toHaveBeenCalledExactlyOnceWith('marrow@example.com', 'secret');
  expect(requests(login)[0]?.body).toEqual({ idToken: 'token' });
  expect(streams).toHaveLength(1);
});

test('a player whose account is going to be deleted is led to the settings', async () => {
  const { path } = await open({ [deletion]: { deleteAfter: '2026-12-01T00:00:00.000Z' } });
  await expect.poll(path).toBe('/profile/settings');
});

test('a login is complete even if the question about a deletion gets no answer', async () => {
  const { path } = await open({ [deletion]: noConnection });
  await expect.poll(path).toBe('/polls/12');
});

test('an account with two-factor is asked for its code', async () => {
  const { user, path } = await open({
    [login]: inTurn(
      refuse('accounts/two-factor-required', 'Enter a code.'),
      refuse('accounts/two-factor-code-wrong', 'This code is wrong.'),
      { username: 'Marrow' },
    ),
  });
  const code = await screen.findByLabelText('Authentication code');
  await user.type(code, '111111{Enter}');
  await screen.findByText('This code is wrong.');
  await user.clear(code);
  await user.type(code, '222222{Enter}');
  await expect.poll(path).toBe('/polls/12');
  expect(requests(login)[2]?.body).toEqual({ idToken: 'token', code: '222222' });
});

test('staff who must use two-factor set it up and save their recovery codes first', async () => {
  const { user, path } = await open({
    [login]: inTurn(refuse('accounts/two-factor-setup-required', 'Set up two-factor.'), {
      username: 'Marrow',
      recoveryCodes: ['aaaaa-bbbbb'],
    }),
    'POST /auth/two-factor': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
  });
  await screen.findByText('ABCD EFGH');
  expect(requests('POST /auth/two-factor')[0]?.body).toEqual({ idToken: 'token' });
  await user.type(screen.getByLabelText('Authentication code'), '222222{Enter}');
  await screen.findByText('aaaaa-bbbbb');
  expect(path()).toBe('/login');
  await user.click(screen.getByText('I Have Saved Them'));
  await expect.poll(path).toBe('/polls/12');
});

test('a player who is new to the site chooses a name, and Cancel starts over', async () => {
  const finish = 'POST /auth/finish-registration';
  const { user, path } = await open({
    [login]: inTurn(
      refuse('accounts/username-required', 'Choose a name.'),
      refuse('accounts/username-required', 'Choose a name.'),
      { username: 'Pip' },
    ),
    [finish]: inTurn(refuse('accounts/username-taken', 'This name is taken.'), { username: 'Pip' }),
  });
  await screen.findByText(/^Your password is right\. You are new to Testhold/);
  await user.click(screen.getByText('Cancel'));
  await user.fill(screen.getByLabelText('Email'), 'marrow@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  const name = await screen.findByLabelText('Username');
  await user.type(name, 'Marrow{Enter}');
  await screen.findByText('This name is taken.');
  await user.clear(name);
  await user.type(name, 'Pip{Enter}');
  await expect.poll(path).toBe('/polls/12');
  expect(requests(finish).map(({ body }) => body)).toEqual([
    { idToken: 'token', username: 'Marrow' },
    { idToken: 'token', username: 'Pip' },
  ]);
});

test('a browser that keeps no cookies is told so', async () => {
  await open({ 'GET /auth/verify': refuse('access/login-required', 'Please log in.') });
  await screen.findByText(/^Your browser did not save the sign-in\./);
});

const banned = refuse('accounts/banned', 'This account is banned until Friday. Reason: spam');

test('a banned player reads the reason and can go on to the page for appeals', async () => {
  const { user, path } = await open({ [login]: banned });
  await screen.findByText('This account is banned until Friday. Reason: spam');
  await user.click(screen.getByText('Appeal This Ban'));
  await expect.poll(path).toBe('/support/appeal');
});

test('a banned player who wants to appeal comes back to that page at once', async () => {
  const { path } = await open({ [login]: banned }, '/support/appeal');
  await expect.poll(path).toBe('/support/appeal');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('a ban that is found after the second factor leads to the appeal too', async () => {
  const { user, path } = await open({
    [login]: inTurn(refuse('accounts/two-factor-required', 'Enter a code.'), banned),
  });
  await user.type(await screen.findByLabelText('Authentication code'), '222222{Enter}');
  await user.click(await screen.findByText('Appeal This Ban'));
  await expect.poll(path).toBe('/support/appeal');
});

test('with the inbox off, a banned player reads only the reason', async () => {
  changeSite({ featuresOff: ['inbox'] });
  const { path } = await open({ [login]: banned });
  await screen.findByText('This account is banned until Friday. Reason: spam');
  expect(screen.queryByText('Appeal This Ban')).toBeNull();
  expect(path()).toBe('/login');
});

test('a request to delete the account replaces the button at once', async () => {
  const request = 'POST /api/account/deletion';
  const later = { deleteAfter: '2026-12-01T00:00:00.000Z' };
  const { user } = render(<DeleteAccount />, {
    as: 'player',
    answers: {
      'GET /auth/verify': testPlayer,
      [deletion]: () => (requests(request).length > 0 ? later : { deleteAfter: null }),
      [request]: later,
    },
  });
  await user.click(await screen.findByText('Delete Account'));
  await screen.findByRole('alertdialog');
  await user.click(screen.getAllByText('Delete Account').at(-1)!);
  await expect.poll(() => screen.queryByText('Delete Account')).toBeNull();
});

test('a banned player who closes the reason stays at the login', async () => {
  const { user, path } = await open({ [login]: banned });
  await screen.findByText('Appeal This Ban');
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(path()).toBe('/login');
  screen.getByText('Log In');
});

test('Cancel leads back to the password from the code and from the set-up of two-factor', async () => {
  const { user } = await open({
    [login]: inTurn(
      refuse('accounts/two-factor-required', 'Enter a code.'),
      refuse('accounts/two-factor-setup-required', 'Set up two-factor.'),
    ),
    'POST /auth/two-factor': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
  });
  await screen.findByRole('heading', { name: 'Two-factor sign-in' });
  screen.getByText('Use a Recovery Code');
  expect(screen.queryByText('Register')).toBeNull();
  await user.click(screen.getByText('Cancel'));
  await user.fill(await screen.findByLabelText('Email'), 'marrow@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await screen.findByRole('heading', { name: 'Set up two-factor sign-in' });
  // There are none yet.
  expect(screen.queryByText('Use a Recovery Code')).toBeNull();
  await user.click(screen.getByText('Cancel'));
  await screen.findByRole('heading', { name: 'Login' });
  const register = screen.getByText('Register').closest('a');
  expect(register?.getAttribute('href')).toBe('/register?redirect=%2Fpolls%2F12');
});

test('a new player who must use two-factor sets it up after choosing a name', async () => {
  const { user } = await open({
    [login]: inTurn(
      refuse('accounts/username-required', 'Choose a name.'),
      refuse('accounts/two-factor-setup-required', 'Set up two-factor.'),
    ),
    'POST /auth/finish-registration': { username: 'Pip' },
    'POST /auth/two-factor': { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' },
  });
  await user.type(await screen.findByLabelText('Username'), 'Pip{Enter}');
  await screen.findByText('ABCD EFGH');
});

function Field() {
  useIdentityPreload();
  return <input aria-label="Email" />;
}

test('the SDK of the provider is loaded with the first focus of a field, and not before', async () => {
  const load = vi.spyOn(identity, 'loadIdentity').mockResolvedValue({} as never);
  const { user, unmount } = render(<Field />);
  expect(load).not.toHaveBeenCalled();
  await user.click(screen.getByLabelText('Email'));
  expect(load).toHaveBeenCalledOnce();
  unmount();
  const again = render(<Field />);
  again.unmount();
  document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  expect(load).toHaveBeenCalledOnce();
});
