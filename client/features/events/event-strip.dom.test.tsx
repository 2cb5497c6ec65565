import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

import { EventStrip } from './event-strip.tsx';

const now = Date.parse('2026-11-20T18:45:30Z');
const me = testPlayer.username;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const makeEvent = (changes: Partial<GameEvent> = {}): GameEvent => ({
  id: '9',
  title: 'Wyrm mass',
  description: 'Bring a shield.',
  type: 'Race',
  dateTime: '2026-11-20T19:00:00.000Z',
  interested: [],
  going: ['Elder', me, 'Oak'],
  creatorId: 'Elder',
  creatorRights: 3,
  communityManager: false,
  zone: 'Europe/London',
  sequence: 0,
  ...changes,
});

/** The other event shows that the list has been read. */
async function open(...events: GameEvent[]) {
  const view = await renderScreen(<EventStrip />, {
    address: '/profile/home',
    as: 'player',
    answers: { 'GET /api/events': events },
  });
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return view;
}

const strip = () => screen.getByRole('complementary', { name: 'Event starting soon' });

test('in the last 15 minutes it says what starts, when, and how many go', async () => {
  await open(makeEvent());
  await screen.findByText('Wyrm mass');
  expect(strip().textContent).toContain('Wyrm mass starts in 15 min – 3 going');
  expect(screen.getByRole<HTMLAnchorElement>('link').search).toBe('?event=9');
  // Announced once: the text has no minutes.
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('Wyrm mass starts soon.');
  act(() => void vi.advanceTimersByTime(10 * 60_000));
  expect(strip().textContent).toContain('starts in 5 min');
  expect(status.textContent).toBe('Wyrm mass starts soon.');
  act(() => void vi.advanceTimersByTime(5 * 60_000));
  expect(strip().textContent).toBe('');
});

test('it waits for the last 15 minutes', async () => {
  await open(makeEvent({ dateTime: '2026-11-20T19:02:00.000Z' }));
  expect(strip().textContent).toBe('');
  act(() => void vi.advanceTimersByTime(2 * 60_000));
  expect(strip().textContent).toContain('starts in 15 min');
});

test.each([
  ['others go to', { going: ['Elder'] }],
  ['only interests the player', { going: [], interested: [me] }],
  ['has begun', { dateTime: '2026-11-20T18:45:00.000Z' }],
])('an event that %s is not shown', async (_, changes) => {
  await open(makeEvent(changes));
  expect(strip().textContent).toBe('');
});

test('a dismissed event stays away, until it is moved', async () => {
  const { user, unmount } = await open(makeEvent());
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(strip().textContent).toBe('');
  unmount();
  queryClient.clear();
  await open(makeEvent());
  expect(strip().textContent).toBe('');
  answer({ 'GET /api/events': [makeEvent({ dateTime: '2026-11-20T18:55:00.000Z' })] });
  await act(() => queryClient.invalidateQueries({ queryKey: ['events'] }));
  await screen.findByText(/starts in 10 min/);
});
