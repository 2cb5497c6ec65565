import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, noConnection, requests } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, holdAnything } from '#client/testing/screen-states.tsx';
import { changeBrand, makeTestSite } from '#client/testing/test-site.ts';
import type { Brand } from '#shared/endpoints/appearance.ts';

import { HomeClosing } from './home-closing.tsx';
import { HomeFeatures } from './home-features.tsx';
import { HomeScenes } from './home-scenes.tsx';

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

const picture = { src: '/media/own', srcset: '/media/own 1w' };

test('our scenes are shown unless the owner has pictures or scenes of their own', async () => {
  const titles = () => [...document.querySelectorAll('figcaption')].map((one) => one.textContent);
  const shownWith = async (change: Partial<Brand>) => {
    changeBrand(change);
    const { unmount } = await renderScreen(<HomeScenes />, { address: '/' });
    const found = titles();
    unmount();
    return found;
  };
  const own = { ...picture, width: 4, height: 3, url: '/media/own', alt: 'A mill', title: 'Mill' };
  const scene = { ...own, text: ' grinds.' } as NonNullable<Brand['scenes']>[number];
  expect(await shownWith({})).toEqual([
    'The Rune Gate',
    'The Ember Titan',
    'Stillwater Lake',
    'Market Square',
  ]);
  expect(await shownWith({ hasOwnPicture: true })).toEqual([]);
  expect(await shownWith({ hasOwnPicture: true, scenes: [scene] })).toEqual(['Mill grinds.']);
  expect(await shownWith({ scenes: [] })).toEqual([]);
});

test('the features of the world lead to their pages', async () => {
  changeBrand({
    features: [
      { icon: 'crown', title: 'Ranks', text: 'Climb them.', href: '/hiscores' },
      { icon: 'news', title: 'Film', text: 'Watch it.', href: 'https://film.example.com/' },
    ] as Brand['features'],
  });
  const { unmount } = await renderScreen(<HomeFeatures />, { address: '/' });
  const items = within(screen.getByRole('list', { name: 'Features' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'RanksClimb them.',
    'FilmWatch it.',
  ]);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['/hiscores', null],
    ['https://film.example.com/', '_blank'],
  ]);
  unmount();
  changeBrand({ features: [] });
  await renderScreen(<HomeFeatures />, { address: '/' });
  expect(screen.queryByRole('list')).toBeNull();
});

test.each([
  ['visitor', 'Create Account', '/register', 'Your seat is free'],
  ['player', 'Play Now', '/play', 'The gate stands open'],
] as const)('the end of the home page leads a %s to “%s”', async (as, label, href, heading) => {
  await renderScreen(<HomeClosing />, { address: '/', as });
  screen.getByRole('heading', { name: heading });
  const links = screen.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [label, href],
    ['Join the Chat', 'https://chat.example.com/'],
  ]);
});

test('the end of the home page has the picture of the owner, if there is one', async () => {
  const sources = () => [...document.querySelectorAll('img')].map((one) => one.getAttribute('src'));
  const { unmount } = await renderScreen(<HomeClosing />, { address: '/' });
  expect(sources()).toEqual([expect.stringContaining('gate-1200')]);
  unmount();
  const { hero } = makeTestSite().brand;
  changeBrand({ hasOwnPicture: true, hero: { ...hero, picture } });
  await renderScreen(<HomeClosing />, { address: '/' });
  expect(sources()).toEqual(['/media/own']);
});
