import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { VisibilitySetting } from '#client/features/game-servers/visibility-setting.tsx';
import { ownPurchasesQuery } from '#client/features/wallet/wallet.queries.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeBrand, changeSite, makeTestSite, testPlayer } from '#client/testing/test-site.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';
import type { Poll } from '#shared/endpoints/polls.ts';
import type { OwnPurchase } from '#shared/endpoints/shop.ts';

import { castleWindows, findRoom, seatPlayers, timeOfDay } from './castle-windows.ts';
import { Hero } from './home-page.tsx';

const noon = { now: '2026-11-18T12:00:00.000Z', utcOffset: 0 };

const event: GameEvent = {
  id: '7',
  title: 'The Feast',
  description: 'Bring bread.',
  type: 'Social',
  dateTime: new Date(Date.now() - 10 * 60_000).toISOString(),
  interested: [],
  going: [],
  creatorId: 'Elder',
  creatorRights: 2,
  communityManager: false,
  zone: 'UTC',
  sequence: 0,
};

const poll: Poll = {
  id: '3',
  title: 'The ferry',
  endTime: { seconds: Math.floor(Date.now() / 1000) + 3600, nanoseconds: 0 },
  ended: false,
  questions: [
    {
      question: 'Ferry or bridge?',
      answers: [
        { text: 'A ferry', votes: 2 },
        { text: 'A bridge', votes: 5 },
      ],
    },
  ],
  minAccountAgeDays: 0,
  minTotalLevel: 0,
  version: 1,
};

const online = (players: string[], more = 0) => ({ 'GET /api/server/players': { players, more } });

beforeEach(() => {
  answerNothing();
  changeBrand({ livingCastle: true });
});

type Options = { as?: 'visitor' | 'player'; answers?: Answers };

/** Opens the home page and lets the sky load, which the test's browser never does. */
async function openCastle({ as = 'visitor', answers }: Options = {}) {
  const view = await renderScreen(<Hero />, {
    address: '/',
    as,
    answers: { 'GET /api/server/clock': noon, ...online(['Ash', 'Birch']), ...answers },
  });
  const sky = await waitFor(() => {
    const found = document.querySelector<HTMLImageElement>('img[src*="day-wide"]');
    expect(found).not.toBeNull();
    return found!;
  });
  fireEvent.load(sky);
  await waitFor(() => expect(find('drawing')).not.toBeNull());
  return view;
}

function find(name: string): Element | null {
  return document.querySelector(`[class*="_${name}_"], .${name}`);
}

function countLit(): number {
  return document.querySelectorAll('[class*="window"][class*="lit"]').length;
}

test('each player online is a lit window and an entry of a list', async () => {
  const { user } = await openCastle();
  const list = await screen.findByRole('list', { name: 'Players online' });
  const names = within(list).getAllByRole('link');
  expect(names.map((link) => link.textContent)).toEqual(['Ash', 'Birch']);
  expect(names[0]).toHaveProperty('search', '?player=Ash');
  expect(countLit()).toBe(2);
  // One tab stop; arrow keys move between the windows.
  expect(names.map((link) => link.tabIndex)).toEqual([0, -1]);
  act(() => names[0]!.focus());
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(names[1]);
});

test('players who come and go are shown, and the others keep their windows', async () => {
  await openCastle();
  await screen.findByRole('link', { name: 'Birch' });
  const place = () => screen.getByRole('link', { name: 'Birch' }).closest('li')!.style.cssText;
  const before = place();
  answer(online(['Birch', 'Cedar']));
  await act(() => queryClient.invalidateQueries({ queryKey: ['server'] }));
  await screen.findByRole('link', { name: 'Cedar' });
  expect(screen.queryByRole('link', { name: 'Ash' })).toBeNull();
  expect(place()).toBe(before);
  expect(countLit()).toBe(2);
});

test('with more players than windows, the list has them all and counts the rest', async () => {
  const crowd = Array.from({ length: 40 }, (_, at) => `Crowd ${at}`);
  await openCastle({ answers: online(crowd, 1200) });
  const list = await screen.findByRole('list', { name: 'Players online' });
  const entries = within(list).getAllByRole('listitem');
  expect(entries).toHaveLength(41);
  expect(entries.at(-1)!.textContent).toBe('and 1,200 more');
  expect(countLit()).toBe(castleWindows.length);
});

test('with nobody online there is no list and no light', async () => {
  await openCastle({ answers: online([]) });
  expect(screen.queryByRole('list', { name: 'Players online' })).toBeNull();
  expect(countLit()).toBe(0);
});

test('without hover, a tap shows the name first', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query === '(hover: none)' }) as MediaQueryList,
  );
  const { user, router } = await openCastle();
  const ash = await screen.findByRole('link', { name: 'Ash' });
  await user.click(ash);
  expect(ash.dataset.shown).toBe('true');
  expect(router.state.location.pathname).toBe('/');
  await user.click(ash);
  await waitFor(() => expect(router.state.location.pathname).toBe('/hiscores'));
});

test('the gate is open while an event runs', async () => {
  await openCastle({ answers: { 'GET /api/events': [event] } });
  const link = await screen.findByRole('link', { name: 'The gate is open: The Feast' });
  expect(link).toHaveProperty('search', '?event=7');
  expect(document.querySelector('[class*="gate"][class*="open"]')).not.toBeNull();
});

test('the gate is closed before an event and an hour after it began', async () => {
  const at = (minutes: number) => ({
    ...event,
    dateTime: new Date(Date.now() + minutes * 60_000).toISOString(),
  });
  await openCastle({ answers: { 'GET /api/events': [at(-62), at(5)] } });
  expect(screen.queryByText(/The gate is open/)).toBeNull();
  expect(document.querySelector('[class*="gate"][class*="open"]')).toBeNull();
});

test('the banner has the colour of the leading answer only for players who voted', async () => {
  const voted = { ...testPlayer, voted_polls: ['3'] };
  const answers = { 'GET /api/polls': [poll], 'GET /api/users/{username}': voted };
  const view = await openCastle({ as: 'player', answers });
  await screen.findByRole('link', { name: '“A bridge” leads: The ferry' });
  expect(document.querySelector('[class*="banner"][class*="moss"]')).not.toBeNull();
  view.unmount();
  queryClient.clear();
  changeBrand({ livingCastle: true });
  await openCastle({ answers: { 'GET /api/polls': [poll] } });
  await screen.findByRole('link', { name: 'Open poll: The ferry' });
  expect(document.querySelector('[class*="banner"][class*="moss"]')).toBeNull();
});

test('it asks nothing of features that are switched off', async () => {
  changeSite({
    brand: { ...makeTestSite().brand, livingCastle: true },
    featuresOff: ['events', 'polls', 'hiscores', 'shop'],
  });
  await openCastle({ as: 'player' });
  expect(await screen.findByRole('button', { name: 'Ash' })).toBeTruthy();
  const asked = ['GET /api/events', 'GET /api/polls', 'GET /api/shop/purchases'] as const;
  expect(asked.flatMap(requests)).toEqual([]);
});

test('a raven comes when a purchase is delivered', async () => {
  const purchase = (state: 'queued' | 'delivered') =>
    ({
      id: 'p1',
      itemName: 'House banner',
      delivery: { state, events: [] },
    }) as unknown as OwnPurchase;
  const own = (state: 'queued' | 'delivered') => ({
    'GET /api/shop/purchases': { purchases: [purchase(state)], page: 1, pages: 1, total: 1 },
  });
  await openCastle({ as: 'player', answers: own('queued') });
  const { queryKey } = ownPurchasesQuery(1);
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
  expect(screen.queryByText(/Delivered in the game/)).toBeNull();
  answer(own('delivered'));
  void queryClient.invalidateQueries({ queryKey });
  await screen.findByText('Delivered in the game: House banner');
});

test('there is no castle if it is switched off or the hero has another picture', async () => {
  const picture = { src: '/media/1', srcset: '/media/1 1w' };
  const { hero } = makeTestSite().brand;
  for (const brand of [{ livingCastle: false }, { hero: { ...hero, picture } }]) {
    changeBrand(brand);
    const view = await renderScreen(<Hero />, { address: '/' });
    // The castle would be loaded when the browser is idle.
    await act(() => import('./castle.tsx'));
    await act(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(requests('GET /api/server/players')).toEqual([]);
    view.unmount();
  }
});

test('a player can hide, and sees the new value at once', async () => {
  const route = 'PATCH /api/account/visibility';
  const { user } = render(<VisibilitySetting />, {
    as: 'player',
    answers: {
      'GET /api/account/visibility': { isShownOnline: true },
      [route]: { isShownOnline: false },
    },
  });
  const shown = await screen.findByRole('switch');
  expect(shown.getAttribute('aria-checked')).toBe('true');
  answer({ 'GET /api/account/visibility': { isShownOnline: false } });
  await user.click(shown);
  await waitFor(() => expect(requests(route)[0]?.body).toEqual({ isShownOnline: false }));
  await waitFor(() => expect(shown.getAttribute('aria-checked')).toBe('false'));
});

test('the sky has the time of the server’s own zone', async () => {
  const late = { now: '2026-11-18T20:30:00.000Z', utcOffset: 60 };
  await renderScreen(<Hero />, {
    address: '/',
    answers: { 'GET /api/server/clock': late, ...online([]) },
  });
  await waitFor(() => expect(document.querySelector('img[src*="night-wide"]')).not.toBeNull());
});

test('the day has four times', () => {
  const times = Array.from({ length: 24 }, (_, hour) => timeOfDay(hour));
  expect([4, 5, 7, 8, 17, 18, 20, 21].map((hour) => times[hour])).toEqual([
    'night',
    'dawn',
    'dawn',
    'day',
    'day',
    'dusk',
    'dusk',
    'night',
  ]);
});

test('the viewer always has a window', () => {
  const crowd = Array.from({ length: 50 }, (_, at) => `Crowd ${at}`);
  const before = seatPlayers(crowd, new Map(), '');
  expect(before.size).toBe(castleWindows.length);
  const seats = seatPlayers([...crowd, 'Me'], before, 'Me');
  expect(seats.has('Me')).toBe(true);
  expect(seats.size).toBe(castleWindows.length);
  expect(new Set(seats.values()).size).toBe(castleWindows.length);
});

test('what can be pointed at never overlaps', () => {
  const points = [...castleWindows];
  for (const one of points) {
    for (const other of points) {
      if (one === other) continue;
      const apart = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
      expect((findRoom(one, points) + findRoom(other, points)) / 2).toBeLessThanOrEqual(apart);
    }
  }
});

const until = (text: string) => screen.findByText(text, { selector: 'a *, a' });

test('an ended poll has no banner, and two equal answers have no leader', async () => {
  const ended = { ...poll, id: '2', title: 'The well', endTime: { seconds: 1, nanoseconds: 0 } };
  const [question] = poll.questions;
  const even = {
    ...poll,
    questions: [
      { ...question!, answers: question!.answers.map((answered) => ({ ...answered, votes: 5 })) },
    ],
  };
  const voted = { ...testPlayer, voted_polls: ['2', '3'] };
  await openCastle({
    as: 'player',
    answers: { 'GET /api/polls': [ended, even], 'GET /api/users/{username}': voted },
  });
  await until('Open poll: The ferry');
  expect(screen.queryByText(/The well/)).toBeNull();
});

test('without the clock of the server the sky follows UTC', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-18T03:00:00.000Z'), toFake: ['Date'] });
  await renderScreen(<Hero />, {
    address: '/',
    answers: {
      'GET /api/server/clock': refuse('server/unexpected', 'No clock.'),
      ...online([]),
    },
  });
  await waitFor(() => expect(document.querySelector('img[src*="night-wide"]')).not.toBeNull());
});

test('no raven comes for what was delivered before', async () => {
  const purchase = (id: string, state: 'queued' | 'delivered') =>
    ({ id, itemName: `Hat ${id}`, delivery: { state, events: [] } }) as unknown as OwnPurchase;
  const own = (...purchases: OwnPurchase[]) => ({
    'GET /api/shop/purchases': { purchases, page: 1, pages: 1, total: purchases.length },
  });
  const { queryKey } = ownPurchasesQuery(1);
  const first = purchase('p1', 'delivered');
  await openCastle({ as: 'player', answers: own(first, purchase('p2', 'queued')) });
  await waitFor(() => expect(queryClient.getQueryData(queryKey)).toBeDefined());
  const readAgain = async (...purchases: OwnPurchase[]) => {
    answer(own(...purchases));
    await act(() => queryClient.invalidateQueries({ queryKey }));
  };
  // A new purchase, and nothing delivered.
  await readAgain(purchase('p3', 'queued'), first, purchase('p2', 'queued'));
  expect(screen.queryByText(/Delivered in the game/)).toBeNull();
  await readAgain(purchase('p3', 'queued'), first, purchase('p2', 'delivered'));
  screen.getByText('Delivered in the game: Hat p2');
  // The latest one, and each once.
  await readAgain(purchase('p3', 'delivered'), first, purchase('p2', 'delivered'));
  await screen.findByText('Delivered in the game: Hat p3');
});

test('arrow keys move to the windows and stop at the ends', async () => {
  const { user } = await openCastle({ answers: online(['Ash', 'Birch', 'Cedar']) });
  const list = await screen.findByRole('list', { name: 'Players online' });
  const names = within(list).getAllByRole('link');
  const [ash, birch, cedar] = names;
  act(() => birch!.focus());
  for (const [key, target] of [
    ['{ArrowDown}', cedar],
    ['{ArrowRight}', cedar],
    ['{ArrowLeft}', birch],
    ['{ArrowUp}', ash],
    ['{ArrowLeft}', ash],
    ['{End}', cedar],
    ['{Home}', ash],
    ['{End}', cedar],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement, key).toBe(target);
  }
  expect(names.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
});

test('of those who come, the first newcomer is greeted, and nobody at the beginning', async () => {
  await openCastle();
  await screen.findByRole('link', { name: 'Birch' });
  const greeted = () =>
    [...document.querySelectorAll('li[class*="_new_"]')].map((li) => li.textContent);
  expect(greeted()).toEqual([]);
  answer(online(['Ash', 'Birch', 'Cedar', 'Doe']));
  await act(() => queryClient.invalidateQueries({ queryKey: ['server'] }));
  await expect.poll(greeted).toEqual(['Cedar']);
});
