import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { formatDateTime, formatDay } from '#client/lib/dates.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { sessionQuery } from '#client/lib/session.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { changeSite, noNews, testPlayer } from '#client/testing/test-site.ts';
import type { UserDetails } from '#shared/endpoints/accounts.ts';
import type { OwnNews as News } from '#shared/endpoints/visits.ts';

import { AccountForm } from './account-form.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { DeletionBanner } from './deletion-banner.tsx';
import { EmailBanner } from './email-banner.tsx';
import { NamePanel } from './name-panel.tsx';
import { OwnNews } from './own-news.tsx';
import { RegisterForm } from './register-form.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';
import { WelcomePanel } from './welcome-panel.tsx';
import { YourDataPanel } from './your-data-panel.tsx';

const verify = 'GET /auth/verify';
const deletion = 'GET /api/account/deletion';

const details: UserDetails = {
  username: testPlayer.username,
  email: testPlayer.email,
  user_rights: 0,
  community_manager: false,
  wyncoins: 1250,
  voted_polls: [],
};

const inDialog = async () => within(await screen.findByRole('alertdialog'));

test('the account form sends a new password only if there is one, and then empties the field', async () => {
  const save = 'PATCH /api/users/{username}';
  const { user } = render(<AccountForm user={details} />, {
    as: 'player',
    answers: { [save]: details, [verify]: testPlayer },
  });
  const password = screen.getByLabelText<HTMLInputElement>('New password');
  await user.fill(password, 'short');
  await user.click(screen.getByText('Save Changes'));
  expect(password.getAttribute('aria-invalid')).toBe('true');
  expect(requests(save)).toEqual([]);
  await user.clear(password);
  await user.fill(password, 'four unrelated words');
  await user.click(screen.getByText('Save Changes'));
  await screen.findByText('Settings updated successfully!');
  expect(password.value).toBe('');
  expect(requests(save).map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { username: 'marrow' },
      body: { email: 'marrow@example.com', password: 'four unrelated words' },
    },
  ]);
  // The session has the address too.
  expect(queryClient.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true);
});

test('a password of up to 20 characters can be used in the game, and a longer one says what to do', async () => {
  const { user } = render(<AccountForm user={details} />, { as: 'player' });
  const password = screen.getByLabelText('New password');
  await user.fill(password, 'four unrelated words');
  screen.getByText('Leave blank to keep current');
  await user.type(password, '!');
  screen.getByText(/^The game takes at most 20 characters\./);
  await user.type(password, '{Backspace}');
  screen.getByText('Leave blank to keep current');
});

test('a change whose password question is closed says nothing and keeps the new password', async () => {
  const tooOld = refuse('accounts/reauthentication-required', 'Sign in again.');
  const { user } = render(<AccountForm user={details} />, {
    as: 'player',
    answers: { 'PATCH /api/users/{username}': tooOld },
  });
  const password = screen.getByLabelText<HTMLInputElement>('New password');
  await user.fill(password, 'four unrelated words');
  await user.click(screen.getByText('Save Changes'));
  await expect.poll(() => requests('PATCH /api/users/{username}')).toHaveLength(1);
  const button = screen.getByText('Save Changes').closest('button')!;
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  expect(screen.queryByText('Settings updated successfully!')).toBeNull();
  expect(screen.queryByText('Sign in again.')).toBeNull();
  expect(password.value).toBe('four unrelated words');
});

test('a deletion is only requested after a question', async () => {
  const request = 'POST /api/account/deletion';
  const { user } = render(<DeleteAccount />, {
    as: 'player',
    answers: { [deletion]: { deleteAfter: null } },
  });
  await user.click(await screen.findByText('Delete Account'));
  const dialog = await inDialog();
  dialog.getByText(/^Delete your account in 14 days\?.* nothing can be restored\.$/);
  expect(document.activeElement).toBe(dialog.getByText('Cancel').closest('button'));
  await user.click(dialog.getByText('Cancel'));
  expect(requests(request)).toEqual([]);
  screen.getByText(/^Deleting your account removes .*your Testcoins are lost/);
});

test('the banner about a deletion says when, and keeps the account', async () => {
  const keep = 'DELETE /api/account/deletion';
  const at = '2026-12-01T17:30:00.000Z';
  const { user } = render(<DeletionBanner />, {
    as: 'player',
    answers: {
      [verify]: testPlayer,
      [deletion]: () => ({ deleteAfter: requests(keep).length > 0 ? null : at }),
      [keep]: undefined,
    },
  });
  await screen.findByText(`Your account will be deleted on ${formatDateTime(at)}`);
  await user.click(screen.getByText('Keep My Account'));
  await screen.findByText('Your account stays.');
  expect(requests(keep)).toHaveLength(1);
  expect(screen.queryByText(/will be deleted/)).toBeNull();
});

const confirmation = 'GET /api/account/email-confirmation';
const sendLink = 'POST /api/account/email-confirmation';

test.each([
  [
    { isConfirmed: false, isSent: true, canSend: true },
    'Please confirm your email address. We sent a link to m…@example.com.',
    'Send Again',
  ],
  [
    { isConfirmed: false, isSent: false, canSend: true },
    'Please confirm your email address m…@example.com.',
    'Send a Link',
  ],
])('the banner of an address in the state %o sends a link', async (state, text, button) => {
  const { user } = await renderScreen(<EmailBanner />, {
    address: '/profile/home',
    as: 'player',
    answers: {
      [confirmation]: state,
      [sendLink]: refuse('request/rate-limited', 'Wait a minute.'),
    },
  });
  await screen.findByText(text);
  await user.click(screen.getByText(button));
  await screen.findByText('Wait a minute.');
  answer({ [sendLink]: undefined });
  await user.click(screen.getByText(button));
  await screen.findByText('A new link is on its way. Older links no longer work.');
  expect(screen.queryByText('Wait a minute.')).toBeNull();
});

test.each([
  { isConfirmed: true, isSent: true, canSend: true },
  { isConfirmed: false, isSent: false, canSend: false },
])('an address in the state %o has no banner', async (state) => {
  await renderScreen(<EmailBanner />, {
    address: '/profile/home',
    as: 'player',
    answers: { [confirmation]: state },
  });
  await expect.poll(() => requests(confirmation)).toHaveLength(1);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByLabelText('Address confirmation')).toBeNull();
});

const session = (id: string, device: string, isCurrent: boolean) => ({
  id,
  device,
  isCurrent,
  ip: `203.0.113.${id}`,
  createdAt: '2026-11-01T12:00:00.000Z',
  lastSeenAt: '2026-11-18T12:00:00.000Z',
});
const here = session('1', 'Firefox on Linux', true);
const phone = session('2', 'Safari on iPhone', false);
const tablet = session('3', 'Chrome on Android', false);

test('other devices can be signed out, one or all, but not this one', async () => {
  const list = 'GET /api/account/sessions';
  const one = 'DELETE /api/account/sessions/{id}';
  const all = 'DELETE /api/account/sessions';
  const { user } = render(<SessionsPanel />, {
    as: 'player',
    answers: { [list]: [here, phone, tablet], [one]: undefined, [all]: undefined },
  });
  const current = (await screen.findByText('This device')).closest('li')!;
  expect(current.textContent).toContain('Firefox on Linux');
  expect(current.textContent).toContain('203.0.113.1');
  expect(within(current).queryByRole('button')).toBeNull();
  answer({ [list]: [here, tablet] });
  await user.click(screen.getByLabelText('Sign out Safari on iPhone'));
  await expect.poll(() => screen.queryByText('Safari on iPhone')).toBeNull();
  expect(requests(one).map(({ params }) => params)).toEqual([{ id: '2' }]);
  await user.click(screen.getByText('Sign Out Everywhere Else'));
  await user.click((await inDialog()).getByText('Cancel'));
  expect(requests(all)).toEqual([]);
  answer({ [list]: [here] });
  await user.click(screen.getByText('Sign Out Everywhere Else'));
  const dialog = await inDialog();
  dialog.getByText('Sign out on every other device?');
  await user.click(dialog.getByText('Sign Out'));
  await expect.poll(() => screen.queryByText('Sign Out Everywhere Else')).toBeNull();
  expect(requests(all)).toHaveLength(1);
});

test.each([
  [0, 'No recovery codes are left. Turn it off and on again to get new ones.'],
  [8, '8 recovery codes are left.'],
])('%d recovery codes are described', async (recoveryCodesLeft, text) => {
  render(<TwoFactorPanel />, {
    as: 'player',
    answers: {
      'GET /api/account/two-factor': { isEnabled: true, isRequired: false, recoveryCodesLeft },
    },
  });
  await screen.findByText(`Signing in asks for a code from your phone. ${text}`);
});

const nameChange = 'GET /api/account/name';

test('a name can be changed again from the day that the server names', async () => {
  const nextAt = '2026-12-24T12:00:00.000Z';
  render(<NamePanel username="Marrow" />, {
    as: 'player',
    answers: { [nameChange]: { cooldownDays: 30, nextAt } },
  });
  await screen.findByText(
    `You are called Marrow. You can change your name again on ${formatDay(nextAt)}.`,
  );
  expect(screen.queryByLabelText('New name')).toBeNull();
});

test('a name is changed after a question, and a refusal is shown at the field', async () => {
  const change = 'POST /api/account/name';
  const { user } = render(<NamePanel username="Marrow" />, {
    as: 'player',
    answers: {
      [nameChange]: { cooldownDays: 30, nextAt: null },
      [change]: refuse('accounts/username-taken', 'This name is taken.'),
    },
  });
  await screen.findByText(
    /Marrow stays reserved for you for 90 days\. You can change it again after 30 days\.$/,
  );
  const field = screen.getByLabelText('New name');
  await user.fill(field, 'Pip');
  await user.click(screen.getByText('Change Name'));
  const dialog = await inDialog();
  dialog.getByText('Change your name to Pip?');
  await user.click(dialog.getByText('Cancel'));
  expect(requests(change)).toEqual([]);
  const button = screen.getByText('Change Name').closest('button')!;
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  await user.click(button);
  await user.click((await inDialog()).getByText('Change Name'));
  await screen.findByText('This name is taken.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(requests(change).map(({ body }) => body)).toEqual([{ username: 'Pip' }]);
});

test('where names do not change there is no panel for it', async () => {
  render(<NamePanel username="Marrow" />, {
    as: 'player',
    answers: { [nameChange]: { cooldownDays: null, nextAt: null } },
  });
  await expect.poll(() => requests(nameChange)).toHaveLength(1);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByText('Your Name')).toBeNull();
});

const busy: News = {
  ...noNews,
  isMuted: true,
  levels: [{ skill: 'Ranged', from: 68, to: 69 }],
  deliveries: [{ item: 'Lamp', quantity: 2 }],
  openPolls: [
    { id: '7', title: 'Ferry?' },
    { id: '8', title: 'Bridge?' },
  ],
  events: [{ id: '31', title: 'Wyrm mass', dateTime: '2026-11-20T19:00:00.000Z' }],
};

test.each([
  ['inbox', 'You are muted'],
  ['hiscores', '1 level won: 69 Ranged'],
  ['shop', '1 delivery: 2 × Lamp'],
  ['polls', '2 polls to vote in: Ferry? and Bridge?'],
  ['events', 'You are going to Wyrm mass'],
] as const)('with %s off, only its line is missing', async (feature, missing) => {
  changeSite({ featuresOff: [feature] });
  await renderScreen(<OwnNews news={busy} username="Marrow" />, { address: '/profile/home' });
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toHaveLength(4);
  expect(lines.filter((line) => line.startsWith(missing))).toEqual([]);
  expect(lines.some((line) => line.includes('more event'))).toBe(false);
});

test('the first steps are shown for two weeks, with what is left to do', async () => {
  const memberSince = '2026-11-01T10:00:00.000Z';
  vi.useFakeTimers({ now: Date.parse('2026-11-15T10:00:30.000Z'), toFake: ['Date'] });
  const answers: Answers = { [confirmation]: { isConfirmed: false, isSent: false, canSend: true } };
  const first = await renderScreen(
    <WelcomePanel news={{ ...busy, memberSince }} hasCharacter={false} />,
    { address: '/profile/home', as: 'player', answers },
  );
  await screen.findByText('Confirm your email address');
  const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(steps).toEqual([
    'Confirm your email addressSend a link above.',
    'Enter the gameGet the launcher',
    'Join an event (done)Done.',
  ]);
  first.unmount();
  vi.setSystemTime(Date.parse('2026-11-15T10:01:00.000Z'));
  await renderScreen(<WelcomePanel news={{ ...busy, memberSince }} hasCharacter={false} />, {
    address: '/profile/home',
    as: 'player',
    answers,
  });
  expect(screen.queryByText('Enter the game')).toBeNull();
});

const register = 'POST /auth/register';

async function fillRegistration(user: Awaited<ReturnType<typeof renderScreen>>['user']) {
  await user.fill(screen.getByLabelText('Email'), 'pip@example.com');
  await user.fill(screen.getByLabelText('Password'), 'four unrelated words');
  await user.fill(screen.getByLabelText('Confirm password'), 'four unrelated words');
  await user.click(screen.getByRole('button', { name: 'Register' }));
}

const claim = 'c'.repeat(43);

test('a registration with a claimed name sends the claim and leads to the login', async () => {
  const { user, router } = await renderScreen(
    <RegisterForm search={{ redirect: '/polls/4' }} claim={{ claim, username: 'Pip' }} />,
    { address: '/claim-name', answers: { [register]: { username: 'Pip' } } },
  );
  screen.getByText('Pip is yours. Register to keep it.');
  expect(screen.getByLabelText<HTMLInputElement>('Username').readOnly).toBe(true);
  await fillRegistration(user);
  const dialog = await inDialog();
  dialog.getByText('Registration successful! You can now log in.');
  expect(requests(register).map(({ body }) => body)).toEqual([
    {
      username: 'Pip',
      email: 'pip@example.com',
      password: 'four unrelated words',
      claim,
    },
  ]);
  expect(router.latestLocation.pathname).toBe('/claim-name');
  await user.click(dialog.getByText('OK'));
  await expect.poll(() => router.latestLocation.pathname).toBe('/login');
  expect(router.latestLocation.search).toEqual({ redirect: '/polls/4' });
  expect(router.latestLocation.state).toMatchObject({ email: 'pip@example.com' });
});

test('a reserved name can be claimed by the player of the character', async () => {
  const { user } = await renderScreen(<RegisterForm search={{ redirect: undefined }} />, {
    address: '/register',
    answers: { [register]: refuse('accounts/username-claimable', 'This name is reserved.') },
  });
  await user.fill(screen.getByLabelText('Username'), 'Old Nite');
  await fillRegistration(user);
  await user.click((await inDialog()).getByText('OK'));
  const link = await screen.findByText<HTMLAnchorElement>('Claim this name');
  expect(link.search).toBe('?name=Old+Nite');
  answer({ [register]: refuse('accounts/email-taken', 'This address has an account.') });
  await user.click(screen.getByRole('button', { name: 'Register' }));
  await user.click((await inDialog()).getByText('OK'));
  await expect.poll(() => screen.queryByText('Claim this name')).toBeNull();
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
});

test('names that may change at any time say nothing of a waiting time', async () => {
  render(<NamePanel username="Marrow" />, {
    as: 'player',
    answers: { [nameChange]: { cooldownDays: 0, nextAt: null } },
  });
  await screen.findByText(/^Everything you have moves with you.*for 90 days\.$/);
});

test('the own data are saved as a file, and a closed password question says nothing', async () => {
  const route = 'POST /api/account/export';
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user } = render(<YourDataPanel />, {
    as: 'player',
    answers: {
      [deletion]: { deleteAfter: null },
      [route]: refuse('accounts/reauthentication-required', 'Sign in again.'),
    },
  });
  const button = screen.getByText('Download Your Data').closest('button')!;
  await user.click(button);
  await expect.poll(() => requests(route)).toHaveLength(1);
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(clicked).not.toHaveBeenCalled();
  answer({ [route]: {} as never });
  await user.click(button);
  await expect.poll(() => clicked.mock.calls).toHaveLength(1);
});

test('a registration leads to the login that was asked for', async () => {
  await renderScreen(<RegisterForm search={{ redirect: '/polls/4' }} />, { address: '/register' });
  expect(screen.getByText('Log in').getAttribute('href')).toBe('/login?redirect=%2Fpolls%2F4');
  screen.getByText(/^One account for Testhold:/);
});

test.each<[string, object, string[]]>([
  [
    'no email is sent',
    { isConfirmed: false, isSent: false, canSend: false },
    ['Enter the game (done)Done.', 'Cast your first voteFerry?'],
  ],
  [
    'a link was sent',
    { isConfirmed: false, isSent: true, canSend: true },
    [
      'Confirm your email addressWe sent a link to m…@example.com.',
      'Enter the game (done)Done.',
      'Cast your first voteFerry?',
    ],
  ],
])('the first steps where %s', async (_, state, steps) => {
  const news = { ...noNews, openPolls: busy.openPolls, memberSince: new Date().toISOString() };
  await renderScreen(<WelcomePanel news={news} hasCharacter />, {
    address: '/profile/home',
    as: 'player',
    answers: { [confirmation]: state as never },
  });
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(lines).toEqual(steps);
});
