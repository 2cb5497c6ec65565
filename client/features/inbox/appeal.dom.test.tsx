import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { changeSite } from '#client/testing/test-site.ts';
import type { Appeals, OwnSanction, OwnThreadDetails } from '#shared/endpoints/inbox.ts';

import { appealsQuery } from './support.queries.ts';

const list = 'GET /api/support/appeals';
const appeal = 'POST /api/support/appeals';

const nothing: Appeals = { isBlocked: false, sanctions: [] };
const ban: OwnSanction = {
  id: 3,
  kind: 'ban',
  reason: 'Sold a castle that was not theirs.',
  issuedAt: '2026-11-10T09:00:00.000Z',
  expiresAt: null,
  appeal: null,
  canAppealFrom: '2026-11-10T09:00:00.000Z',
};
const thread: OwnThreadDetails = {
  id: 7,
  kind: 'appeal',
  subject: 'Appeal of a ban',
  state: 'open',
  createdAt: '2026-11-16T09:00:00.000Z',
  lastMessageAt: '2026-11-16T09:00:00.000Z',
  isUnread: false,
  isAccepted: null,
  messages: [
    {
      id: 1,
      at: '2026-11-16T09:00:00.000Z',
      author: 'Marrow',
      isStaff: false,
      isNote: false,
      text: 'It was my castle.',
      pictures: [],
    },
  ],
};
const refused = { ...thread, state: 'closed', isAccepted: false } as const;

function show(sanction: Partial<OwnSanction>, isBlocked = false) {
  const sanctions = [{ ...ban, ...sanction }];
  return renderPage('/support/appeal', {
    answers: { [list]: { ...nothing, isBlocked, sanctions } },
  });
}

testStates('the page for appeals', {
  path: '/support/appeal',
  route: list,
  loading: 'Loading your bans and mutes...',
  error: 'Your bans and mutes could not be loaded',
  ready: [nothing, 'Nothing to appeal'],
});

test.each([
  ['access/login-required', 'Please log in first.'],
  ['accounts/banned', 'This account is banned.'],
] as const)('without a session (%s) it asks to log in first', async (code, text) => {
  await renderPage('/support/appeal', { answers: { [list]: refuse(code, text) } });
  const link = await screen.findByText('Log In');
  expect(link.getAttribute('href')).toBe('/login?redirect=%2Fsupport%2Fappeal');
  expect(screen.queryByText('Log Out')).toBeNull();
});

test('a banned player reads why and until when, appeals, and then sees the appeal', async () => {
  const { user } = await show({});
  await screen.findByText('Sold a castle that was not theirs.');
  screen.getByText('Permanent');
  answer({ [appeal]: { id: 7 } });
  await user.fill(screen.getByLabelText('Why should the ban end?'), 'It was my castle.');
  answer({ [list]: { ...nothing, sanctions: [{ ...ban, appeal: thread, canAppealFrom: null }] } });
  await user.click(screen.getByText('Send Appeal'));
  await screen.findByText('With the Staff');
  screen.getByText('It was my castle.');
  screen.getByLabelText('Your reply');
  expect(screen.queryByText('Send Appeal')).toBeNull();
  expect(requests(appeal)[0]?.body).toEqual({
    sanctionId: 3,
    text: 'It was my castle.',
    pictures: [],
  });
});

test('an appeal that is not possible any more is refused with the reason', async () => {
  const { user } = await show({ kind: 'mute', expiresAt: '2026-12-24T18:00:00.000Z' });
  const text = 'This mute has an appeal already. Reload the page.';
  answer({ [appeal]: refuse('inbox/appeal-not-possible', text) });
  await user.fill(await screen.findByLabelText('Why should the mute end?'), 'Please.');
  await user.click(screen.getByText('Send Appeal'));
  await screen.findByText(text);
  screen.getByText(/^24 Dec 2026/);
});

test.each([
  ['a later day', '2199-01-02T12:00:00.000Z', /^You can appeal this ban again from 2 Jan 2199/],
  ['no day', null, 'This ban cannot be appealed again.'],
])('a refused appeal with %s for the next one has no form', async (_, canAppealFrom, text) => {
  await show({ appeal: refused, canAppealFrom });
  const found = await screen.findByText((__, element) =>
    typeof text === 'string'
      ? element?.textContent === text && element.children.length === 0
      : element?.children.length === 1 && text.test(element.textContent ?? ''),
  );
  expect(found).toBeTruthy();
  screen.getByText('Refused');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('after the days the owner set, a second appeal can be sent', async () => {
  await show({ appeal: refused });
  await screen.findByText('Appeal Again');
});

test('an appeal that is not decided yet has no form for another one, whatever its day', async () => {
  await show({ appeal: thread });
  await screen.findByText('With the Staff');
  screen.getByLabelText('Your reply');
  expect(screen.queryByText('Appeal Again')).toBeNull();
  expect(screen.queryByText(/cannot be appealed again|again from/)).toBeNull();
});

test('a second appeal is possible once its time has come', async () => {
  const canAppealFrom = '2026-11-20T10:00:00.000Z';
  vi.useFakeTimers({ now: Date.parse(canAppealFrom) - 60_000, toFake: ['Date'] });
  const { unmount } = await show({ appeal: refused, canAppealFrom });
  await screen.findByText(/^You can appeal this ban again from/);
  unmount();
  vi.setSystemTime(Date.parse(canAppealFrom));
  await show({ appeal: refused, canAppealFrom });
  await screen.findByText('Appeal Again');
});

test('a ban and a mute are appealed each for itself', async () => {
  const mute = { ...ban, id: 5, kind: 'mute' as const, reason: 'Shouted.' };
  const { user } = await renderPage('/support/appeal', {
    answers: { [list]: { ...nothing, sanctions: [ban, mute] }, [appeal]: { id: 8 } },
  });
  await user.fill(await screen.findByLabelText('Why should the mute end?'), 'I was hoarse.');
  await user.click(screen.getAllByText('Send Appeal')[1]!);
  await screen.findByText('Your appeal was sent.');
  expect(requests(appeal)[0]?.body).toMatchObject({ sanctionId: 5, text: 'I was hoarse.' });
});

test('a player who is blocked from the inbox cannot appeal', async () => {
  await show({}, true);
  await screen.findByText('You cannot write to the staff');
  expect(screen.queryByText('Send Appeal')).toBeNull();
});

test('a banned player can log out here', async () => {
  answerNothing();
  const { user, router } = await show({});
  answer({ 'POST /auth/logout': { message: 'Logged out.' } as never });
  await user.click(await screen.findByText('Log Out'));
  await expect.poll(() => router.latestLocation.pathname).toBe('/');
  expect(requests('POST /auth/logout')).toHaveLength(1);
});

test('a muted player has no second button to log out', async () => {
  const sanctions = [{ ...ban, kind: 'mute' as const }];
  await renderPage('/support/appeal', {
    as: 'player',
    answers: { [list]: { ...nothing, sanctions } },
  });
  await screen.findByText('Mute');
  expect(screen.queryByText('Log Out')).toBeNull();
});

test('only players without a live stream ask again', () => {
  expect(appealsQuery(false).refetchInterval).toBe(20_000);
  expect(appealsQuery(true).refetchInterval).toBe(false);
});

test('with the inbox off the page does not exist', async () => {
  changeSite({ featuresOff: ['inbox'] });
  await renderPage('/support/appeal');
  await screen.findByText('The road ends here');
});
