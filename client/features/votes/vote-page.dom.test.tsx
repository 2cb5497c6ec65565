import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, hold, refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { OwnVotes, VoteOverview } from '#shared/endpoints/votes.ts';

import { VotePage } from './vote-page.tsx';
import { ownVotesQuery, votesQuery } from './votes.queries.ts';

const none: VoteOverview = { lists: [], streak: null, prize: '', month: '2026-11', topVoters: [] };

testStates('the lists to vote on', {
  path: '/vote',
  route: 'GET /api/votes',
  loading: 'Loading lists...',
  error: 'The lists could not be loaded',
  ready: [none, 'There is no list to vote on at the moment.'],
});

const overview: VoteOverview = {
  lists: [
    { id: 3, name: 'Lantern List', intervalHours: 12, reward: { coins: 50, item: null } },
    { id: 8, name: 'Hundred Keeps', intervalHours: 24, reward: { coins: 0, item: 'Lamp' } },
  ],
  streak: { days: 7, coins: 200, item: null },
  prize: 'A banner for the first.',
  month: '2026-11',
  topVoters: [
    { username: 'Juniper', votes: 21 },
    { username: 'Rook', votes: 4 },
  ],
};

const own: OwnVotes = {
  streak: 3,
  votesThisMonth: 5,
  waiting: [{ listId: 8, until: new Date(Date.now() + 5.5 * 3_600_000).toISOString() }],
  latest: { id: 40, list: 'Hundred Keeps', coins: 0, items: ['Lamp'], streak: 3 },
};

const start = 'POST /api/votes/lists/{id}/start';

function open(as: 'player' | 'visitor', answers: object = {}) {
  return renderScreen(<VotePage />, {
    address: '/vote',
    as,
    answers: { 'GET /api/votes': overview, 'GET /api/votes/own': own, ...answers },
  });
}

test('a visitor sees the rewards, the top voters and a way to log in', async () => {
  await open('visitor');
  const card = await screen.findByRole('region', { name: 'Hundred Keeps' });
  within(card).getByText('Every 24 hours');
  const rewards = screen.getAllByRole('list', { name: 'Reward' }).map((list) =>
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  );
  expect(rewards).toEqual([['50 Testcoins'], ['Lamp']]);
  const link = within(card).getByRole('link', { name: 'Log in to vote on Hundred Keeps' });
  expect(link.getAttribute('href')).toBe('/login?redirect=%2Fvote');
  screen.getByText('Vote on 7 days in a row for 200 Testcoins.');
  const top = screen.getByRole('region', { name: 'Top Voters of November' });
  within(top).getByText('A banner for the first.');
  within(top).getByRole('row', { name: '1 Juniper 21' });
  expect(requests('GET /api/votes/own')).toEqual([]);
});

test('a player sees the streak and waits where a vote was counted', async () => {
  await open('player');
  const card = await screen.findByRole('region', { name: 'Hundred Keeps' });
  await within(card).findByText(/^Voted. Again in 5 hours/);
  screen.getByText('Vote on 4 more days in a row for 200 Testcoins.');
});

test('voting opens the list in a new tab that cannot reach this page', async () => {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const { user } = await open('player', { [start]: { url: 'https://list.test/?t=abc' } });
  await user.click(await screen.findByLabelText(/^Vote on Lantern List/));
  await vi.waitFor(() => expect(tab.location.replace).toHaveBeenCalledOnce());
  expect(tab.location.replace).toHaveBeenCalledWith('https://list.test/?t=abc');
  expect(tab.opener).toBeNull();
});

test('a second click opens no second tab while the address is awaited', async () => {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  const opened = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const held = hold<typeof start>();
  const { user } = await open('player', { [start]: held.answer });
  const button = await screen.findByLabelText(/^Vote on Lantern List/);
  await user.click(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  held.give({ url: 'https://list.test/?t=abc' });
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  expect(opened).toHaveBeenCalledOnce();
  expect(requests(start)).toHaveLength(1);
});

test('a refused vote closes the tab and says why', async () => {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const refusal = refuse('votes/too-early', 'You have already voted on Lantern List.');
  const { user } = await open('player', { [start]: refusal });
  await user.click(await screen.findByLabelText(/^Vote on Lantern List/));
  await screen.findByText('You have already voted on Lantern List.');
  expect(tab.close).toHaveBeenCalledOnce();
});

test('the reward is announced when it arrives, and only then', async () => {
  await open('player');
  await screen.findByText(/Voted. Again in/);
  expect(screen.queryByText(/Thank you for voting/)).toBeNull();
  const latest = { id: 41, list: 'Lantern List', coins: 250, items: [], streak: 4 };
  answer({ 'GET /api/votes': overview, 'GET /api/votes/own': { ...own, latest } });
  await queryClient.invalidateQueries({ queryKey: ownVotesQuery(true).queryKey });
  await screen.findByText('Thank you for voting on Lantern List! You got 250 Testcoins.');
});

test('an item that was won waits in the game, and an older reward is not announced', async () => {
  await open('player');
  await screen.findByText(/Voted. Again in/);
  const read = async (latest: OwnVotes['latest']) => {
    answer({ 'GET /api/votes/own': { ...own, latest } });
    await queryClient.invalidateQueries({ queryKey: ownVotesQuery(true).queryKey });
  };
  const latest = { id: 41, list: 'Lantern List', coins: 5, items: ['Lamp'], streak: 4 };
  await read({ ...latest, id: 39 });
  await read(latest);
  await read(latest);
  const text =
    'Thank you for voting on Lantern List! You got 5 Testcoins and Lamp. The item waits for you in the game.';
  await screen.findByText(text);
  expect(screen.getAllByText(/Thank you for voting/)).toHaveLength(1);
});

test.each<[string, Partial<OwnVotes>, string, string, string]>([
  ['one day', { streak: 1 }, '1 day in a row', '6 more days', '1000000'],
  ['the last day is missing', { streak: 6 }, '6 days in a row', '1 more day', '1111110'],
  ['the reward was given today', { streak: 7 }, '7 days in a row', '7 days', '0000000'],
  ['after the first reward', { streak: 9 }, '9 days in a row', '5 more days', '1100000'],
  ['none', { streak: 0 }, '0 days in a row', '7 days', '0000000'],
])('a streak of seven days: %s', async (_, change, days, left, dots) => {
  await open('player', { 'GET /api/votes/own': { ...own, ...change } });
  const panel = await screen.findByRole('region', { name: 'Streak' });
  await within(panel).findByText(`Vote on ${left} in a row for 200 Testcoins.`);
  expect(panel.querySelector('p')?.textContent).toBe(days);
  const lit = [...panel.querySelectorAll('ol li')].map(({ className }) => (className ? 1 : 0));
  expect(lit.join('')).toBe(dots);
});

test('a long streak is not drawn day by day, and without a reward only counted', async () => {
  const streak = { days: 14, coins: 0, item: 'Lamp' };
  await open('player', { 'GET /api/votes': { ...overview, streak } });
  const panel = () => screen.findByRole('region', { name: 'Streak' });
  await within(await panel()).findByText('Vote on 11 more days in a row for Lamp.');
  expect((await panel()).querySelectorAll('ol li')).toHaveLength(14);
  const change = (now: VoteOverview['streak']) =>
    act(() => {
      queryClient.setQueryData(votesQuery.queryKey, { ...overview, streak: now });
    });
  change({ ...streak, days: 15 });
  await within(await panel()).findByText('Vote on 12 more days in a row for Lamp.');
  expect((await panel()).querySelector('ol')).toBeNull();
  change(null);
  await expect.poll(async () => (await panel()).textContent).toBe('Streak3 days in a row');
});

test('a month without votes has no top voters, and the prize only if there is one', async () => {
  await open('visitor', { 'GET /api/votes': { ...overview, prize: '', topVoters: [] } });
  const top = await screen.findByRole('region', { name: 'Top Voters of November' });
  expect(top.textContent).toBe('Top Voters of NovemberNobody has voted this month yet.');
});

test('a visitor sees no streak where there is no reward for one', async () => {
  await open('visitor', { 'GET /api/votes': { ...overview, streak: null } });
  await screen.findByText('Top Voters of November');
  expect(screen.queryByRole('region', { name: 'Streak' })).toBeNull();
});

test('the first list that is open is the gold one, and the own row of the top voters is marked', async () => {
  const topVoters = [
    { username: 'Juniper', votes: 21 },
    { username: 'Marrow', votes: 4 },
  ];
  const lists = [
    overview.lists[1]!,
    overview.lists[0]!,
    { ...overview.lists[0]!, id: 9, name: 'Third' },
  ];
  await open('player', { 'GET /api/votes': { ...overview, lists, topVoters } });
  await screen.findByText(/^Voted. Again in/);
  const looks = screen
    .getAllByRole('button', { name: /^Vote on/ })
    .map((one) => [one.getAttribute('aria-label'), /primary/.test(one.className)]);
  expect(looks).toEqual([
    ['Vote on Lantern List (opens in a new tab)', true],
    ['Vote on Third (opens in a new tab)', false],
  ]);
  const marked = screen.getAllByRole('row').map(({ className }) => /highlight/i.test(className));
  expect(marked).toEqual([false, false, true]);
});

test('without a tab of its own the list opens here, and the votes are read again', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const assign = vi.fn();
  vi.stubGlobal('location', Object.assign({}, window.location, { assign }));
  const { user } = await open('player', { [start]: { url: 'https://list.test/?t=abc' } });
  const before = () => requests('GET /api/votes/own').length;
  await user.click(await screen.findByLabelText(/^Vote on Lantern List/));
  await expect.poll(() => assign.mock.calls).toEqual([['https://list.test/?t=abc']]);
  expect(requests(start).map(({ params }) => params)).toEqual([{ id: '3' }]);
  await expect.poll(before).toBe(2);
});
