import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { Season } from '#shared/endpoints/hiscore-lists.ts';
import type { SeasonPage } from '#shared/endpoints/seasons.ts';

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 30_000).toISOString();

const running: Season = {
  id: 4,
  name: 'Harvest',
  startsAt: inHours(-24),
  endsAt: inHours(50),
  isClosed: false,
  serverId: null,
};
const closed: Season = {
  id: 3,
  name: 'Thaw',
  startsAt: '2026-03-01T12:00:00Z',
  endsAt: '2026-04-01T12:00:00Z',
  isClosed: true,
  serverId: null,
};
const row = (rank: number, username: string, experience: number) => ({
  rank,
  username,
  user_rights: 0,
  experience,
});
const page: SeasonPage = {
  season: closed,
  winners: [row(1, 'Oak Warden', 900.5)],
  skill: 'Mining',
  players: [row(1, 'Ned Flint', 71), row(2, 'Sable', 5)],
  page: 1,
  pages: 1,
  total: 2,
};
const all = { 'GET /api/hiscores/seasons': { seasons: [running, closed] } };

testStates('a season', {
  path: '/hiscores/seasons/3',
  route: 'GET /api/hiscores/seasons/{id}',
  loading: 'Loading season...',
  error: 'The season could not be loaded',
  ready: [{ ...page, players: [], total: 0 }, 'Nobody has gained anything here yet.'],
  missing: 'There is no such season.',
});

test('a closed season has its winners, its list and the other seasons', async () => {
  await renderPage('/hiscores/seasons/3?skill=Mining', {
    answers: { 'GET /api/hiscores/seasons/{id}': page, ...all },
  });
  const winners = await screen.findByRole('region', { name: 'Winners' });
  expect(within(winners).getByRole('link').textContent).toBe('Oak Warden');
  const list = screen.getByRole('table', { name: 'Mining, page 1' });
  expect(within(list).getAllByRole('row')[1]?.textContent).toBe('1Ned Flint71');
  await screen.findByRole('link', { name: 'Harvest' });
  const [request] = requests('GET /api/hiscores/seasons/{id}');
  expect(request).toMatchObject({ params: { id: '3' }, query: { skill: 'Mining' } });
});

test.each([
  [running, 'Harvest ends in 2 days 2 hours'],
  [{ ...running, startsAt: inHours(29) }, 'Harvest starts in 1 day 5 hours'],
  [closed, 'Thaw has ended. See who won.'],
])('the hiscores lead to the season', async (season, text) => {
  await renderPage('/hiscores', {
    answers: {
      'GET /api/hiscores': { skill: 'Overall', players: [], page: 1, pages: 0, total: 0 },
      'GET /api/hiscores/gains': { skill: 'Overall', period: 'week', players: [] },
      'GET /api/hiscores/lists': { groups: [], season },
    },
  });
  const link = await screen.findByRole('link', { name: season.name });
  expect(link.closest('p')?.textContent).toBe(text);
  expect(link.getAttribute('href')).toBe(`/hiscores/seasons/${season.id}`);
});

const admin = { ...all, 'GET /api/admin/servers': [] };

test('a season is planned, and a refusal is shown beside its field', async () => {
  const text = 'Another season runs in this time.';
  const { user } = await renderPage('/admin/hiscores/seasons?edit=new', {
    as: 'admin',
    answers: {
      ...admin,
      'POST /api/admin/hiscores/seasons': refuse('request/invalid', text, { startsAt: text }),
    },
  });
  await user.type(await screen.findByLabelText(/^Name/), 'Frost');
  await user.type(screen.getByLabelText(/^Ends/), '2090-01-02T12:00');
  await user.click(screen.getByRole('button', { name: 'Save Season' }));
  await screen.findByText(text);
  const [{ body } = { body: undefined }] = requests('POST /api/admin/hiscores/seasons');
  const endsAt = new Date('2090-01-02T12:00').toISOString();
  expect(body).toMatchObject({ name: 'Frost', endsAt, serverId: null });
});

test('a running season keeps its start, and can be closed', async () => {
  const { user } = await renderPage('/admin/hiscores/seasons', {
    as: 'admin',
    answers: { ...admin, 'POST /api/admin/hiscores/seasons/{id}/close': closed },
  });
  expect(screen.queryByRole('button', { name: 'Close Thaw' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Close Harvest' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await screen.findByText('Season closed.');
  await user.click(screen.getByRole('link', { name: 'Harvest' }));
  expect(await screen.findByLabelText(/^Starts/)).toHaveProperty('disabled', true);
});

test('a running season in a world of its own keeps its start and its world when its name changes', async () => {
  const save = 'PUT /api/admin/hiscores/seasons/{id}';
  const season = { ...running, serverId: 2 };
  const { user } = await renderPage('/admin/hiscores/seasons?edit=4', {
    as: 'admin',
    answers: { ...admin, 'GET /api/hiscores/seasons': { seasons: [season] }, [save]: season },
  });
  await user.fill(await screen.findByLabelText(/^Name/), ' Moon');
  await user.click(screen.getByRole('button', { name: 'Save Season' }));
  await expect
    .poll(() => requests(save)[0])
    .toMatchObject({
      params: { id: '4' },
      body: {
        name: 'Harvest Moon',
        startsAt: running.startsAt,
        endsAt: expect.any(String) as string,
        serverId: 2,
      },
    });
});
