import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, hold, noConnection, refuse } from '#client/testing/fake-fetch.ts';
import type { SentRequest } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import type { RouteAnswer } from '#shared/api.ts';
import type { GameEvent } from '#shared/endpoints/events.ts';

type Events = RouteAnswer<'GET /api/events'>;

const event: GameEvent = {
  id: '31',
  title: 'Night watch',
  description: 'Meet at the gate.',
  type: 'Bossing',
  dateTime: new Date(Date.now() + 2.5 * 86_400_000).toISOString(),
  interested: ['Quill'],
  going: [],
  creatorId: 'Oak Warden',
  creatorRights: 2,
  communityManager: false,
  zone: 'Europe/London',
  sequence: 0,
};

const noEvents = 'No events... Why not host your own?';
const failed = 'The events could not be loaded.';
const monthFailed = 'This month could not be loaded';

/** The list and the calendar read from the same route. */
const isMonth = ({ query }: SentRequest) => 'month' in query;

async function openEvents(list: () => unknown, month: () => unknown, path = '/events') {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  answerNothing();
  const page = await renderPage(path, {
    answers: {
      'GET /api/events': (request) => (isMonth(request) ? month() : list()) as Promise<Events>,
    },
  });
  return { ...page, warn };
}

test('the list loads, and is empty without events or if the answer is not a list', async () => {
  const held = hold<'GET /api/events'>();
  await openEvents(held.answer, () => []);
  await screen.findByText('Loading events...');
  held.give({ not: 'an array' } as unknown as Events);
  await screen.findByText(noEvents);
  expect(screen.queryByText('Loading events...')).toBeNull();
});

test('a list that could not be loaded is logged, is not called empty, and is loaded again', async () => {
  let list: () => unknown = () => noConnection;
  const { user, warn } = await openEvents(
    () => list(),
    () => [],
  );
  const text = await screen.findByText(failed);
  expect(screen.queryByText(noEvents)).toBeNull();
  expect(screen.queryByText('Loading events...')).toBeNull();
  expect(warn.mock.calls[0]?.[0]).toBe(failed);
  list = () => [event];
  await user.click(within(text.closest<HTMLElement>('[role=status]')!).getByText('Try Again'));
  await screen.findByText('Night watch');
  expect(screen.queryByText(failed)).toBeNull();
});

test('a type without events says so and leads to all events', async () => {
  const { user, router } = await openEvents(
    () => [event],
    () => [],
    '/events?type=Social',
  );
  await screen.findByText('No Get-together events are planned right now.');
  expect(screen.queryByText(noEvents)).toBeNull();
  await user.click(screen.getByText('Show All Events'));
  await screen.findByText('Night watch');
  expect(router.state.location.href).toBe('/events');
});

test('a link to an event that has begun says so', async () => {
  await openEvents(
    () => [event],
    () => [],
    '/events?event=30',
  );
  const note = 'The event in this link has begun or was deleted. Here is what comes next.';
  expect(await screen.findByText(note)).toBeTruthy();
});

test('the calendar says what is in the month once it is loaded', async () => {
  const held = hold<'GET /api/events'>();
  await openEvents(() => [], held.answer);
  await screen.findByText(noEvents);
  expect(screen.queryByText('No events this month.')).toBeNull();
  held.give([]);
  await screen.findByText('No events this month.');
});

test.each(['/events', '/events?day=2031-05-20'])(
  'on %s a month that could not be loaded is not called empty, and is loaded again',
  async (path) => {
    let month: () => unknown = () => noConnection;
    const { user } = await openEvents(
      () => [],
      () => month(),
      path,
    );
    const heading = await screen.findByText(monthFailed);
    expect(screen.queryByText('No events this month.')).toBeNull();
    expect(screen.queryByText('Nothing planned.')).toBeNull();
    month = () => [];
    await user.click(within(heading.closest<HTMLElement>('[role=alert]')!).getByText('Try Again'));
    await screen.findByText(path === '/events' ? 'No events this month.' : 'Nothing planned.');
    expect(screen.queryByText(monthFailed)).toBeNull();
  },
);

test('a refused attendance shows the error and changes nothing', async () => {
  answerNothing();
  const { user } = await renderPage('/events', {
    as: 'player',
    answers: {
      'GET /api/events': (request) => (isMonth(request) ? [] : [event]),
      'PATCH /api/events/{id}/going': refuse('events/begun', 'This event has already begun.'),
    },
  });
  const card = (await screen.findByText('Night watch')).closest<HTMLElement>('article')!;
  await user.click(within(card).getByRole('button', { name: 'Going' }));
  await screen.findByText('This event has already begun.');
  expect(card.textContent).toContain('0 Going');
  expect(within(card).getByRole('button', { name: 'Going' })).toBeTruthy();
});

test('on the home page a refused Going shows the reason and changes nothing', async () => {
  answerNothing();
  answer({ 'GET /api/news': { posts: [], page: 1, pages: 0, total: 0 } });
  const { user } = await renderPage('/', {
    as: 'player',
    answers: {
      'GET /api/events': [event],
      'PATCH /api/events/{id}/going': refuse('events/begun', 'This event has already begun.'),
    },
  });
  const panel = (await screen.findByText('Night watch')).closest<HTMLElement>('section')!;
  await user.click(within(panel).getByRole('button', { name: 'Going' }));
  await screen.findByText('This event has already begun.');
  expect(panel.textContent).toMatch(/0.* going/);
  expect(within(panel).getByRole('button', { name: 'Going' })).toBeTruthy();
});
