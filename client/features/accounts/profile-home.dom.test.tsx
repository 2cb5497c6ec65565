import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { formatDateTime } from '#client/lib/dates.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { answer, noConnection, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeSite, noNews, testPlayer } from '#client/testing/test-site.ts';
import type { HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import type { OwnNews } from '#shared/endpoints/visits.ts';

const busy: OwnNews = {
  ...noNews,
  levels: [
    { skill: 'Ranged', from: 68, to: 70 },
    { skill: 'Mining', from: 44, to: 45 },
  ],
  deliveries: [
    { item: 'Ember cape', quantity: 1 },
    { item: 'Lamp', quantity: 3 },
    { item: 'Key', quantity: 1 },
    { item: 'Crown', quantity: 1 },
    { item: 'Egg', quantity: 1 },
  ],
  openPolls: [{ id: '7', title: 'Ferry?' }],
  events: [
    { id: '31', title: 'Wyrm mass', dateTime: '2026-11-20T19:00:00.000Z' },
    { id: '32', title: 'Feast', dateTime: '2026-11-21T19:00:00.000Z' },
  ],
};

const character: HiscoresRecord = {
  username: testPlayer.username,
  user_rights: 0,
  totalLevel: 139,
  totalExp: 800_000,
  playerStats: [
    { skill: 'Ranged', level: 69, experience: 735_586 },
    { skill: 'Attack', level: 68, experience: 605_032 },
  ],
};

async function open(news: OwnNews, answers: Answers = {}) {
  answerNothing();
  const page = await renderPage('/profile/home', {
    as: 'player',
    answers: {
      'GET /api/users/{username}': { ...testPlayer, voted_polls: [] },
      'GET /api/hiscores/user/{username}': character,
      'GET /api/account/email-confirmation': { isConfirmed: true, isSent: true, canSend: true },
      'POST /api/account/visit': news,
      ...answers,
    },
  });
  await screen.findByText('Open wallet');
  return page;
}

const lines = async () => {
  const part = await screen.findByRole('region', { name: /Last Visit|What Is On/ });
  return within(part)
    .queryAllByRole('listitem')
    .map((line) => line.textContent);
};

test('says what is new since the last visit, and where it is', async () => {
  await open(busy);
  expect(await lines()).toEqual([
    '3 levels won: 70 Ranged and 45 Mining',
    '5 deliveries: Ember cape, 3 × Lamp, Key and 2 more',
    '1 poll to vote in: Ferry?',
    expect.stringMatching(/^You are going to Wyrm mass on 20 Nov.* and to 1 more event$/),
  ]);
  screen.getByText(`You were last here on ${formatDateTime(busy.since)}.`);
  const links = within(screen.getByRole('region', { name: 'Since Your Last Visit' }))
    .getAllByRole<HTMLAnchorElement>('link')
    .map(({ pathname, search }) => pathname + search);
  expect(links).toEqual([
    `/hiscores?player=${testPlayer.username}`,
    '/profile/wallet',
    '/polls/7',
    '/events?event=31',
  ]);
});

test('greets, shows two goals, and links to the public page', async () => {
  await open(noNews);
  screen.getByText(/^Good (?:morning|afternoon|evening),$/);
  await screen.findByText('2,041 XP to 70 Ranged');
  screen.getByText('132,595 XP to 70 Attack');
  const own = screen.getByText<HTMLAnchorElement>('Your page in the hiscores');
  expect(own.pathname + own.search).toBe(`/hiscores?player=${testPlayer.username}`);
});

test('says that nothing is new', async () => {
  await open(noNews);
  expect(await lines()).toEqual([]);
  screen.getByText('Nothing new. All is quiet at the hearth.');
  expect(screen.queryByText(/^Welcome to/)).toBeNull();
});

test('without a character there are no goals and no public page', async () => {
  await open(noNews, {
    'GET /api/hiscores/user/{username}': { ...character, playerStats: [], totalLevel: 0 },
  });
  await screen.findByText(/^No hiscores data available yet/);
  expect(screen.queryByText('Next Goals')).toBeNull();
  expect(screen.queryByText('Your page in the hiscores')).toBeNull();
  expect(screen.queryByText('Total Level')).toBeNull();
});

test('features that are off have no line', async () => {
  changeSite({ featuresOff: ['hiscores', 'shop', 'polls', 'events'] });
  await open({ ...busy, memberSince: new Date().toISOString(), nextEvent: busy.events[0]! });
  expect(await lines()).toEqual([]);
  const steps = within(screen.getByRole('region', { name: /^Welcome to/ }));
  expect(steps.getAllByRole('listitem')).toHaveLength(2);
});

test('news that could not be loaded can be tried again, and the rest is there', async () => {
  const { user } = await open(noNews, { 'POST /api/account/visit': noConnection });
  await screen.findByText('Your news could not be loaded');
  answer({ 'POST /api/account/visit': busy });
  await user.click(screen.getByText('Try Again'));
  await screen.findByText('Since Your Last Visit');
});

test('a page in the background is no visit', async () => {
  await open(noNews);
  await lines();
  expect(requests('POST /api/account/visit')).toHaveLength(1);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  answer({ 'GET /api/account/news': busy });
  void queryClient.invalidateQueries({ queryKey: ['me'] });
  await screen.findByText('3 levels won');
  expect(requests('POST /api/account/visit')).toHaveLength(1);
});

test('a new player gets the next three steps, and those that are done are marked', async () => {
  const fresh = { ...noNews, since: null, memberSince: new Date().toISOString() };
  await open(
    { ...fresh, nextEvent: busy.events[0]!, openPolls: busy.openPolls },
    {
      'GET /api/hiscores/user/{username}': { ...character, playerStats: [] },
      'GET /api/account/email-confirmation': { isConfirmed: true, isSent: true, canSend: true },
    },
  );
  const steps = within(await screen.findByRole('region', { name: /^Welcome to/ }));
  expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    'Confirm your email address (done)Done.',
    'Enter the gameGet the launcher',
    'Join an eventNext is Wyrm mass',
  ]);
  await screen.findByText('What Is On');
});

test('without an event the third step is a vote, and a done list is gone', async () => {
  const fresh = { ...noNews, since: null, memberSince: new Date().toISOString() };
  await open({ ...fresh, openPolls: busy.openPolls });
  const steps = within(await screen.findByRole('region', { name: /^Welcome to/ }));
  expect(steps.getAllByRole('listitem').at(-1)?.textContent).toBe('Cast your first voteFerry?');
  answer({ 'POST /api/account/visit': fresh });
  void queryClient.invalidateQueries({ queryKey: ['me'] });
  await expect.poll(() => screen.queryByText(/^Welcome to/)).toBeNull();
});

test('a muted player is led to the reason, unless the inbox is off', async () => {
  await open({ ...noNews, isMuted: true });
  const link = await screen.findByRole('link', { name: 'You are muted in the game' });
  expect(link.getAttribute('href')).toBe('/support/appeal');
  changeSite({ featuresOff: ['inbox'] });
  await expect.poll(() => screen.queryByText('You are muted in the game')).toBeNull();
});

test('the greeting follows the hour of the player', async () => {
  vi.useFakeTimers({
    now: new Date(2026, 10, 18, 4, 59),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  await open(noNews);
  for (const [hour, greeting] of [
    [4, 'Good evening,'],
    [5, 'Good morning,'],
    [11, 'Good morning,'],
    [12, 'Good afternoon,'],
    [17, 'Good afternoon,'],
    [18, 'Good evening,'],
  ] as const) {
    vi.setSystemTime(new Date(2026, 10, 18, hour, 59));
    act(() => void vi.advanceTimersByTime(1000));
    screen.getByText(greeting);
  }
});

test('links lead only to what is on', async () => {
  await open(noNews);
  const links = () =>
    ['Your messages to the staff', 'visit the store'].filter((text) => screen.queryByText(text));
  expect(links()).toEqual(['Your messages to the staff', 'visit the store']);
  act(() => changeSite({ featuresOff: ['inbox', 'shop'] }));
  await expect.poll(links).toEqual([]);
});

test('shows the mode of the character and the supporter rank, where the site has them', async () => {
  const mine = 'GET /api/supporters/mine';
  const step = { id: 4, name: 'Knight', icon: 'star', colour: 'gold' } as const;
  const answers: Answers = {
    'GET /api/hiscores/user/{username}': { ...character, mode: 'iron' },
    [mine]: { coins: 900, isNamed: false, step: { ...step, thanks: 'Thank you.' } },
  };
  changeSite({ modes: [{ key: 'iron', name: 'Ironman', icon: 'helm', colour: 'neutral' }] });
  await open(noNews, answers);
  await screen.findByLabelText('Ironman');
  expect(requests(mine)).toEqual([]);
  act(() => changeSite({ supporterSteps: [{ ...step, id: 3, name: 'Squire' }, step] }));
  await screen.findByLabelText('Knight');
  expect(screen.queryByLabelText('Ironman')).toBeNull();
});

test('a new player without news is told to look in again', async () => {
  const fresh = { ...noNews, since: null, memberSince: '2020-01-01T00:00:00.000Z' };
  await open(fresh);
  await screen.findByText('Nothing yet. Look in again.');
  expect(screen.queryByText(/^You were last here/)).toBeNull();
});

test('three names are listed in full', async () => {
  const openPolls = ['Ferry?', 'Bridge?', 'Tunnel?'].map((title, at) => ({ id: `${at}`, title }));
  await open({ ...busy, openPolls, deliveries: busy.deliveries.slice(0, 3) });
  const shown = await lines();
  expect(shown[1]).toBe('3 deliveries: Ember cape, 3 × Lamp and Key');
  expect(shown[2]).toBe('3 polls to vote in: Ferry?, Bridge? and Tunnel?');
  expect(screen.getByText('3 polls to vote in').getAttribute('href')).toBe('/polls');
});
