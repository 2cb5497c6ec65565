import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, noConnection, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, holdAnything } from '#client/testing/screen-states.tsx';

type Panel = {
  heading: string;
  route: 'GET /api/events' | 'GET /api/hiscores/gains' | 'GET /api/polls';
  empty: unknown;
  emptyText: string;
  error: string;
};

const panels: Panel[] = [
  {
    heading: 'Next Event',
    route: 'GET /api/events',
    empty: [],
    emptyText: 'No event is planned yet. The fire is lit all the same.',
    error: 'The events could not be loaded',
  },
  {
    heading: 'Top Gains This Week',
    route: 'GET /api/hiscores/gains',
    empty: { skill: 'Overall', period: 'week', players: [] },
    emptyText: 'No experience was gained this week. The first place is free.',
    error: 'The gains could not be loaded',
  },
  {
    heading: 'Open Poll',
    route: 'GET /api/polls',
    empty: [],
    emptyText: 'No poll is open right now. The next one is never far.',
    error: 'The polls could not be loaded',
  },
];

test.each(panels)(
  '$heading loads, fails, is loaded again and is empty',
  async ({ heading, route, empty, emptyText, error }) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const held = holdAnything();
    answerNothing();
    const { user } = await renderPage('/', { answers: { [route]: held.answer } });
    const panel = (await screen.findByText(heading)).closest<HTMLElement>('section')!;
    expect(panel.querySelector('[aria-busy=true]')).not.toBeNull();
    held.give(noConnection);
    const alert = (await within(panel).findByText(error)).closest<HTMLElement>('[role=alert]')!;
    expect(alert.textContent).toContain('Please try again.');
    expect(panel.querySelector('[aria-busy=true]')).toBeNull();
    answer({ [route]: empty });
    await user.click(within(alert).getByText('Try Again'));
    await within(panel).findByText(emptyText);
    expect(within(panel).queryByText(error)).toBeNull();
  },
);

test.each(['GET /api/hiscores/milestones', 'GET /api/shop/on-home'] as const)(
  'what is above the news waits for %s, so that the news stay in place',
  async (route) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const held = holdAnything();
    answerNothing();
    await renderPage('/', { answers: { [route]: held.answer } });
    await expect.poll(() => requests(route)).toHaveLength(1);
    expect(screen.queryByText('Latest News')).toBeNull();
    held.give(noConnection);
    await screen.findByText('Latest News');
  },
);

test('the latest milestones are below the panels, and nothing is there without one', async () => {
  answerNothing();
  const reached = { user_rights: 0, reachedAt: '2026-11-03T12:00:00Z' };
  await renderPage('/', {
    answers: {
      'GET /api/hiscores/milestones': {
        milestones: [
          {
            ...reached,
            username: 'Amy',
            kind: 'level',
            skill: 'Fishing',
            value: 99,
            isFirst: true,
          },
          {
            ...reached,
            username: 'Bob',
            kind: 'count',
            skill: 'Zulrah',
            value: 500,
            isFirst: false,
          },
        ],
      },
    },
  });
  const list = await screen.findByRole('list', { name: 'Latest milestones' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Amy was the first to reach level 99 in Fishing3 November 2026',
    'Bob reached 500 Zulrah3 November 2026',
  ]);
});
