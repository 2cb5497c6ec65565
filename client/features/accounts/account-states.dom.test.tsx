import { getAuth } from '@firebase/auth';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import {
  answer,
  hold,
  inTurn,
  noConnection,
  refuse,
  refuseAsProvider,
  requests,
} from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import {
  answerNothing,
  holdAnything,
  notFound,
  testStates,
} from '#client/testing/screen-states.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { UserDetails } from '#shared/endpoints/accounts.ts';
import type { HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import { usernameRule } from '#shared/rules/usernames.ts';

type ProviderCall = 'signInWithPassword' | 'lookup' | 'sendOobCode' | 'resetPassword' | 'update';

/** Answers of the identity provider, which is no part of our API. */
function answerAsProvider(answers: Partial<Record<ProviderCall, unknown>>): void {
  const routes = Object.entries(answers).map(
    ([name, value]) => [`POST /idp/v1/accounts:${name}`, value] as const,
  );
  answer(Object.fromEntries(routes));
}

const details: UserDetails = {
  username: testPlayer.username,
  email: testPlayer.email,
  user_rights: 0,
  community_manager: false,
  wyncoins: 1250,
  voted_polls: [],
};

/** Reads an alert and closes it. */
async function readAlert(): Promise<string> {
  const dialog = await screen.findByRole('alertdialog');
  const button = within(dialog).getByText('OK');
  const text = dialog.textContent.slice(0, -button.textContent.length);
  act(() => button.click());
  return text;
}

const loginFailed = 'Login failed. Please check your email and password.';

describe('a login', () => {
  async function logIn() {
    const { user } = await renderPage('/login');
    await user.fill(await screen.findByLabelText('Email'), 'marrow@example.com');
    await user.fill(screen.getByLabelText('Password'), 'a secret');
    await user.click(screen.getByText('Log In'));
  }

  test.each([
    ['EMAIL_NOT_FOUND', 'No account found with that email.'],
    ['INVALID_PASSWORD', 'Incorrect password. Please try again.'],
    ['TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many failed attempts. Please try again later.'],
    ['INVALID_LOGIN_CREDENTIALS', loginFailed],
  ])('that the provider refuses with %s says why', async (code, text) => {
    answerAsProvider({ signInWithPassword: refuseAsProvider(code) });
    await logIn();
    expect(await readAlert()).toBe(text);
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    await expect.poll(() => document.activeElement).toBe(password);
    expect([password.selectionStart, password.selectionEnd]).toEqual([0, 'a secret'.length]);
  });

  test('without a connection to the provider says that it failed', async () => {
    answerAsProvider({ signInWithPassword: noConnection });
    await logIn();
    expect(await readAlert()).toBe(loginFailed);
  });

  test('that the site refuses shows the site’s text', async () => {
    const text = 'There is no account for this sign-in.';
    answer({ 'POST /auth/web-login': refuse('accounts/unknown-account', text) });
    answerAsProvider({
      signInWithPassword: { idToken: makeToken(), refreshToken: 'r', expiresIn: '3600' },
      lookup: { users: [{ localId: 'u1', email: 'marrow@example.com' }] },
    });
    await logIn();
    expect(await readAlert()).toBe(text);
    expect(requests('POST /auth/web-login')[0]?.body).toEqual({ idToken: makeToken() });
  });
});

test('the provider’s sign-in is dropped once the site has opened its session', async () => {
  const held = hold<'POST /auth/web-login'>();
  answerNothing();
  answerAsProvider({
    signInWithPassword: { idToken: makeToken(), refreshToken: 'r', expiresIn: '3600' },
    lookup: { users: [{ localId: 'u1', email: 'marrow@example.com' }] },
  });
  const { user, router } = await renderPage('/login', {
    answers: {
      'POST /auth/web-login': held.answer,
      'GET /api/account/deletion': { deleteAfter: null },
    },
  });
  await user.fill(await screen.findByLabelText('Email'), 'marrow@example.com');
  await user.fill(screen.getByLabelText('Password'), 'a secret');
  await user.click(screen.getByText('Log In'));
  await expect.poll(() => requests('POST /auth/web-login')).toHaveLength(1);
  expect(getAuth().currentUser?.email).toBe('marrow@example.com');
  answer({ 'GET /auth/verify': testPlayer });
  held.give({ username: 'Marrow' });
  await expect.poll(() => router.state.location.pathname).toBe('/');
  await expect.poll(() => getAuth().currentUser).toBeNull();
});

/** The SDK reads the times in it. */
function makeToken(): string {
  const payload = btoa(JSON.stringify({ sub: 'u1', iat: 1_900_000_000, exp: 4_000_000_000 }));
  return `head.${payload}.signature`;
}

describe('a registration', () => {
  const account = { username: 'Pip', email: 'pip@example.com', password: 'four unrelated words' };

  async function open() {
    const { user } = await renderPage('/register');
    await screen.findByLabelText('Username');
    const fill = async (label: string, value: string) => {
      const field = screen.getByLabelText(label);
      await user.clear(field);
      if (value !== '') await user.type(field, value);
    };
    return async (changes: Partial<typeof account & { confirm: string }> = {}) => {
      const fields = { ...account, confirm: account.password, ...changes };
      await fill('Username', fields.username);
      await fill('Email', fields.email);
      await fill('Password', fields.password);
      await fill('Confirm password', fields.confirm);
      await user.click(screen.getByRole('button', { name: 'Register' }));
    };
  }

  test('with empty fields names each of them and focuses the first', async () => {
    const submit = await open();
    await submit({ username: '', email: '', password: '', confirm: '' });
    for (const text of [
      'Choose a username.',
      'Enter your email address.',
      'Repeat your password.',
    ]) {
      screen.getByText(text);
    }
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
    expect(requests('POST /auth/register')).toEqual([]);
  });

  test('with a name that is not allowed shows the rule once, as its error', async () => {
    const submit = await open();
    await submit({ username: '-Pip-' });
    expect(screen.getAllByText(usernameRule)).toHaveLength(1);
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  });

  test('with different passwords is not sent', async () => {
    const submit = await open();
    await submit({ confirm: 'something else entirely' });
    expect(await readAlert()).toBe('Passwords do not match.');
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Confirm password'));
    expect(requests('POST /auth/register')).toEqual([]);
  });

  test('names everything that is wrong at once', async () => {
    const submit = await open();
    await submit({ username: '-', email: 'x', password: 'short', confirm: 'other' });
    expect(await readAlert()).toBe('Passwords do not match.');
    const invalid = screen.getByText('Register', { selector: 'button *, button' }).closest('form')!;
    const names = [...invalid.querySelectorAll<HTMLInputElement>('[aria-invalid=true]')];
    expect(names.map(({ name }) => name)).toEqual(['username', 'email', 'password', 'confirm']);
    expect(requests('POST /auth/register')).toEqual([]);
  });

  test('with a taken username says so and focuses it', async () => {
    answer({ 'POST /auth/register': refuse('accounts/username-taken', 'This name is taken.') });
    const submit = await open();
    await submit();
    expect(await readAlert()).toBe('Registration failed: This name is taken.');
    await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Username'));
    expect(requests('POST /auth/register')[0]?.body).toEqual(account);
  });
});

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

describe('a request for a reset link', () => {
  async function send() {
    const { user } = await renderPage('/reset');
    await user.fill(await screen.findByLabelText('Email'), 'marrow@example.com');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Reset Link' });
    await user.click(button);
    return button;
  }

  test('for an unknown address says so and can be sent again', async () => {
    answerAsProvider({ sendOobCode: refuseAsProvider('EMAIL_NOT_FOUND') });
    const button = await send();
    expect(await readAlert()).toBe('Error: No account found with that email.');
    expect(button.disabled).toBe(false);
    expect(button.textContent).toBe('Send Reset Link');
  });

  test('disables the button for 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
    answerAsProvider({ sendOobCode: { email: 'marrow@example.com' } });
    const button = await send();
    expect(await readAlert()).toBe('Password reset email sent!');
    expect([button.textContent, button.disabled]).toEqual(['Wait 30s...', true]);
    pass(1000);
    expect(button.textContent).toBe('Wait 29s...');
    // Like a hidden tab: time passes, but timers hardly run.
    vi.setSystemTime(Date.now() + 20_000);
    pass(200);
    expect(button.textContent).toBe('Wait 9s...');
    pass(9000);
    expect([button.textContent, button.disabled]).toEqual(['Send Reset Link', false]);
  });
});

describe('a reset link', () => {
  test('without a code cannot be used', async () => {
    await renderPage('/reset-password');
    expect(await screen.findByText('Invalid or missing reset token.')).toBeTruthy();
    expect(screen.getByText<HTMLAnchorElement>('Request a New Link').pathname).toBe('/reset');
  });

  test('is checked, and cannot be used with a wrong code', async () => {
    const held = holdAnything();
    answerAsProvider({ resetPassword: held.answer });
    await renderPage('/reset-password?oobCode=wrong');
    await screen.findByText('Checking your link...');
    held.give(refuseAsProvider('INVALID_OOB_CODE'));
    await screen.findByText('This reset link is invalid or has expired.');
    expect(screen.getByText<HTMLAnchorElement>('Request a New Link').pathname).toBe('/reset');
  });

  async function sendNewPassword(answers: unknown) {
    answerAsProvider({ resetPassword: { email: details.email, requestType: 'PASSWORD_RESET' } });
    const { user } = await renderPage('/reset-password?oobCode=right');
    await user.fill(await screen.findByLabelText('New password'), 'a key for no lock');
    await user.fill(screen.getByLabelText('Confirm password'), 'a key for no lock');
    answerAsProvider({ resetPassword: answers });
    await user.click(screen.getByRole('button', { name: 'Reset Password' }));
  }

  test.each([
    [refuseAsProvider('EXPIRED_OOB_CODE'), 'Invalid or expired reset code.'],
    [refuseAsProvider('INVALID_OOB_CODE'), 'Invalid or expired reset code.'],
    [noConnection, 'The sign-in service cannot be reached. Check your connection and try again.'],
  ])('that can no longer be used when the form is sent says so (%#)', async (refusal, text) => {
    await sendNewPassword(refusal);
    const alert = (await screen.findByText(text)).closest('[role=alert]');
    expect(alert).not.toBeNull();
    screen.getByLabelText('New password');
  });

  test('that works is replaced by a note', async () => {
    await sendNewPassword({ email: details.email });
    await screen.findByText('Password Changed');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

describe('a confirmation link', () => {
  const refusal = 'This link is invalid, has expired or was already used.';

  test.each(['/confirm-email', '/confirm-email?oobCode=wrong'])(
    'that cannot be used (%s) leads a visitor to the login',
    async (path) => {
      answerAsProvider({ update: refuseAsProvider('INVALID_OOB_CODE') });
      await renderPage(path);
      await screen.findByText(refusal);
      const link = screen.getByText<HTMLAnchorElement>('Get a New Link');
      expect(link.search).toBe('?redirect=%2Fprofile%2Fhome');
    },
  );

  test('that cannot be used can be sent again to a player', async () => {
    answer({
      'GET /api/account/email-confirmation': { isConfirmed: false, isSent: true, canSend: true },
      'POST /api/account/email-confirmation': undefined,
    });
    const { user } = await renderPage('/confirm-email', { as: 'player' });
    await screen.findByText(refusal);
    await user.click(screen.getByText('Send a New Link'));
    await screen.findByText(/^A new link is on its way to m…@example\.com\./);
    expect(requests('POST /api/account/email-confirmation')).toHaveLength(1);
  });

  test('that cannot be used has no button where no email is sent, and a refusal is shown', async () => {
    const confirmation = 'GET /api/account/email-confirmation';
    const state = { isConfirmed: false, isSent: true };
    const first = await renderPage('/confirm-email', {
      as: 'player',
      answers: { [confirmation]: { ...state, canSend: false } },
    });
    await screen.findByText(refusal);
    expect(screen.queryByText('Send a New Link')).toBeNull();
    // It is for visitors.
    expect(screen.queryByText('Get a New Link')).toBeNull();
    first.unmount();
    queryClient.removeQueries({ queryKey: ['me', confirmation] });
    const { user } = await renderPage('/confirm-email', {
      as: 'player',
      answers: {
        [confirmation]: { ...state, canSend: true },
        'POST /api/account/email-confirmation': refuse('request/rate-limited', 'Wait a minute.'),
      },
    });
    await user.click(await screen.findByText('Send a New Link'));
    await screen.findByText('Wait a minute.');
    expect(screen.queryByText(/^A new link is on its way/)).toBeNull();
  });

  test.each([
    ['visitor', 'Go to Login', '/login'],
    ['player', 'Go to Your Profile', '/profile/home'],
  ] as const)('that works leads a %s on', async (as, label, href) => {
    answerAsProvider({ update: { email: details.email } });
    await renderPage('/confirm-email?oobCode=right', {
      as,
      answers: {
        'GET /api/account/email-confirmation': { isConfirmed: true, isSent: true, canSend: true },
      },
    });
    const link = await screen.findByText<HTMLAnchorElement>(label);
    expect(link.closest('a')?.getAttribute('href')).toBe(href);
  });

  test('that was used before says that all is well', async () => {
    answer({
      'GET /api/account/email-confirmation': { isConfirmed: true, isSent: true, canSend: false },
    });
    await renderPage('/confirm-email', { as: 'player' });
    await screen.findByText('Your email address is already confirmed.');
    expect(screen.queryByText(refusal)).toBeNull();
  });

  test('without a connection to the provider can be tried again, and the site then learns of it', async () => {
    const confirmation = 'GET /api/account/email-confirmation';
    const held = holdAnything();
    answerAsProvider({ update: held.answer });
    const { user } = await renderPage('/confirm-email?oobCode=right', {
      as: 'player',
      answers: { [confirmation]: { isConfirmed: true, isSent: true, canSend: true } },
    });
    await screen.findByText('Confirming your email address...');
    held.give(noConnection);
    const button = await screen.findByText('Try Again');
    expect(requests(confirmation)).toEqual([]);
    answerAsProvider({ update: { email: details.email } });
    await user.click(button);
    await screen.findByText('Thank you. Your email address is confirmed.');
    expect(screen.queryByText('Try Again')).toBeNull();
    await expect.poll(() => requests(confirmation)).toHaveLength(1);
  });
});

describe('the link to set up a site', () => {
  test('is checked, can be checked again, and shows the form', async () => {
    const held = hold<'POST /auth/setup/check'>();
    const { user } = await renderPage('/setup?code=abc', {
      answers: { 'POST /auth/setup/check': held.answer },
    });
    await screen.findByText('Checking the link...');
    held.give(noConnection);
    await screen.findByText('The link could not be checked');
    answer({ 'POST /auth/setup/check': undefined });
    await user.click(screen.getByText('Try Again'));
    await screen.findByText('Set Up Your Site');
    expect(requests('POST /auth/setup/check')[0]?.body).toEqual({ code: 'abc' });
  });

  test('with a wrong code does not exist', async () => {
    const refusal = refuse('request/not-found', 'There is no such link.');
    await renderPage('/setup?code=abc', { answers: { 'POST /auth/setup/check': refusal } });
    expect(await screen.findByText(notFound)).toBeTruthy();
  });
});

test('a lost connection does not end the wait for a claimed name', async () => {
  await renderPage('/claim-name?claim=c1', {
    answers: {
      'POST /auth/name-claims/check': inTurn(
        ...Array.from({ length: 20 }, () => noConnection),
        refuse('accounts/claim-invalid', 'This claim has expired.'),
      ),
    },
  });
  await screen.findByText('This claim has expired.');
});

test('a claim of a name is checked, and leads to a new one if it cannot be used', async () => {
  const held = hold<'POST /auth/name-claims/check'>();
  await renderPage('/claim-name?claim=c1', {
    answers: { 'POST /auth/name-claims/check': held.answer },
  });
  await screen.findByText('Checking your claim...');
  held.give(refuse('accounts/claim-invalid', 'This claim has expired.'));
  await screen.findByText('This claim has expired.');
  expect(screen.getByText<HTMLAnchorElement>('Claim a Name').pathname).toBe('/claim-name');
});

describe('the settings', () => {
  testStates('of an account', {
    path: '/profile/settings',
    as: 'player',
    route: 'GET /api/users/{username}',
    loading: 'Loading your settings...',
    error: 'Failed to load user data.',
    ready: [details, 'Leave blank to keep current'],
  });

  const panels = [
    ['GET /api/account/two-factor', 'Your two-factor settings could not be loaded.'],
    ['GET /api/account/sessions', 'Your sessions could not be loaded.'],
    ['GET /api/account/game-password', 'The game password could not be loaded.'],
    ['GET /api/account/notifications', 'This setting could not be loaded.'],
  ] as const;
  for (const [route, error] of panels) {
    testStates(route, {
      path: '/profile/settings',
      as: 'player',
      answers: { 'GET /api/users/{username}': details },
      route,
      error,
    });
  }

  async function save(email: string) {
    answerNothing();
    const { user } = await renderPage('/profile/settings', {
      as: 'player',
      answers: {
        'GET /api/users/{username}': details,
        'PATCH /api/users/{username}': refuse(
          'accounts/email-taken',
          'This address belongs to another account.',
        ),
      },
    });
    const field = await screen.findByRole('textbox', { name: 'Email' });
    await user.clear(field);
    await user.type(field, email);
    await user.click(screen.getByText('Save Changes'));
    return field;
  }

  test('with a text that is no address are not sent', async () => {
    const field = await save('not an address');
    await screen.findByText('Enter an email address like name@example.com.');
    expect(document.activeElement).toBe(field);
    expect(requests('PATCH /api/users/{username}')).toEqual([]);
  });

  test('that cannot be saved say so at the field', async () => {
    const field = await save('elder@example.com');
    await screen.findByText('Failed to update settings.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    // Without a new password.
    expect(requests('PATCH /api/users/{username}')[0]?.body).toEqual({
      email: 'elder@example.com',
    });
  });
});

test('after a rename nothing is asked about the old name', async () => {
  answerNothing();
  const renamed = { ...testPlayer, username: 'Ember Four' };
  let current = testPlayer;
  const { user } = await renderPage('/profile/settings', {
    as: 'player',
    answers: {
      'GET /auth/verify': () => current,
      'GET /api/users/{username}': () => ({ ...details, username: current.username }),
      'GET /api/account/name': { cooldownDays: 0, nextAt: null },
      'POST /api/account/name': () => {
        current = renamed;
      },
    },
  });
  await user.type(await screen.findByLabelText('New name'), renamed.username);
  const before = requests('GET /api/users/{username}').length;
  await user.click(screen.getByRole('button', { name: 'Change Name' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByText('Change Name'));
  await screen.findByText('Your name is now Ember Four.');
  await screen.findByText(/Ember Four stays reserved/);
  const asked = requests('GET /api/users/{username}').slice(before);
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked.map(({ params }) => params['username']))).toEqual(new Set(['ember four']));
});

describe('the dashboard', () => {
  const withDetails = { 'GET /api/users/{username}': details };

  testStates('with the skills', {
    path: '/profile/home',
    as: 'player',
    answers: withDetails,
    route: 'GET /api/hiscores/user/{username}',
    error: 'Your skills could not be loaded.',
    missing: 'No hiscores data available yet. Log in to the game to begin tracking progress.',
  });

  test('shows total level and skills, each with its experience', async () => {
    const hiscores: HiscoresRecord = {
      username: testPlayer.username,
      user_rights: 0,
      totalLevel: 1203,
      totalExp: 9_876_543.2,
      playerStats: [
        { skill: 'Attack', level: 70, experience: 737_627.9 },
        { skill: 'Mining', level: 44, experience: 55_649 },
      ],
    };
    answerNothing();
    await renderPage('/profile/home', {
      as: 'player',
      answers: { ...withDetails, 'GET /api/hiscores/user/{username}': hiscores },
    });
    const total = (await screen.findByText('Total Level')).parentElement;
    expect(total?.textContent).toMatch(/1,203.*9,876,543 XP/);
    const tiles = ['Attack', 'Mining'].map((skill) => screen.getByText(skill).closest('button'));
    expect(tiles.map((tile) => tile?.textContent)).toEqual(['Attack70', 'Mining44']);
    expect(tiles.map((tile) => tile?.nextElementSibling?.textContent)).toEqual([
      '737,627 XP',
      '55,649 XP',
    ]);
  });

  test.each([
    [0, []],
    [1, ['Silver crown']],
    [2, ['Gold crown']],
    [3, ['Gold crown']],
  ])('of an account with rights %d has the crowns %j', async (rights, crowns) => {
    answerNothing();
    await renderPage('/profile/home', {
      as: { ...testPlayer, user_rights: rights },
      answers: { 'GET /api/users/{username}': { ...details, user_rights: rights } },
    });
    await screen.findByText('m****w@example.com');
    const found = screen.queryAllByRole('img', { name: /crown/ });
    expect(found.map((crown) => crown.getAttribute('aria-label'))).toEqual(crowns);
  });

  test('that cannot be loaded redirects to the login, which stays open', async () => {
    const held = hold<'GET /api/users/{username}'>();
    answerNothing();
    const { router } = await renderPage('/profile', {
      as: 'player',
      answers: { 'GET /api/users/{username}': held.answer },
    });
    await screen.findByText('Loading your profile...');
    held.give(refuse('access/not-yours', 'This is not your account.'));
    await screen.findByText('Log In');
    expect(router.state.location.href).toBe('/login?redirect=%2Fprofile');
  });
});

test('the wallet has its own tabs and not those of the profile', async () => {
  answerNothing();
  await renderPage('/profile/wallet', { as: 'player' });
  await screen.findByText('Back to Dashboard');
  expect(screen.queryByRole('navigation', { name: 'Profile' })).toBeNull();
  expect(screen.getByRole('navigation', { name: 'Wallet' })).toBeTruthy();
});
