import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { RouteAnswer } from '#shared/api.ts';
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

test('a running season in its own world has no winners yet, and another skill begins at page 1', async () => {
  const season = { ...running, serverId: 2 };
  const { user, router } = await renderPage('/hiscores/seasons/4?skill=Mining&page=2', {
    answers: {
      'GET /api/hiscores/seasons/{id}': { ...page, season, page: 2, pages: 3, total: 60 },
      ...all,
    },
  });
  await screen.findByRole('table', { name: 'Mining, page 2' });
  expect(screen.queryByText('Winners')).toBeNull();
  screen.getByText(/^The season is played in a world of its own/);
  expect(screen.getByText('Next').getAttribute('href')).toBe(
    '/hiscores/seasons/4?skill=Mining&page=3',
  );
  await user.selectOptions(screen.getByLabelText('Skill'), 'Attack');
  await expect.poll(() => router.state.location.search).toEqual({ skill: 'Attack' });
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

test('the state of a season follows its dates, and only a running one can be closed', async () => {
  const planned = { ...running, id: 5, name: 'Frost', startsAt: inHours(1), endsAt: inHours(60) };
  const remove = 'DELETE /api/admin/hiscores/seasons/{id}';
  const { user } = await renderPage('/admin/hiscores/seasons', {
    as: 'admin',
    answers: {
      ...admin,
      'GET /api/hiscores/seasons': { seasons: [planned, running, closed] },
      [remove]: undefined,
    },
  });
  const table = within(await screen.findByRole('table', { name: 'All Seasons' }));
  const rows = table.getAllByRole('row').slice(1);
  const states = rows.map((row) => [...row.children].slice(0, 2).map((one) => one.textContent));
  expect(states).toEqual([
    ['Frost', 'Planned'],
    ['Harvest', 'Running'],
    ['Thaw', 'Closed'],
  ]);
  expect(table.getAllByLabelText(/^Close /)).toHaveLength(1);
  await user.click(table.getByLabelText('Delete Frost'));
  await screen.findByText('Delete the season “Frost” with all its scores?');
  await user.click(screen.getByText('Cancel'));
  expect(requests(remove)).toEqual([]);
  await user.click(table.getByLabelText('Delete Frost'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await screen.findByText('Season deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '5' }]);
});

test('a season that has not begun can change in every way, a closed one only its name', async () => {
  const planned = { ...running, id: 5, startsAt: '2090-01-01T12:00:00.000Z', serverId: 7 };
  const save = 'PUT /api/admin/hiscores/seasons/{id}';
  const server = { countsForHiscores: false } as RouteAnswer<'GET /api/admin/servers'>[number];
  const { user, router } = await renderPage('/admin/hiscores/seasons?edit=5', {
    as: 'admin',
    answers: {
      'GET /api/admin/servers': [
        { ...server, id: 7, name: 'Old World' },
        { ...server, id: 8, name: 'Main', countsForHiscores: true },
      ],
      'GET /api/hiscores/seasons': { seasons: [planned, closed] },
      [save]: planned,
    },
  });
  const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const world = await screen.findByLabelText<HTMLSelectElement>(/^World/);
  await screen.findByText('Old World');
  expect([...world.options].map(({ text }) => text)).toEqual([
    'All: gains in the hiscores count',
    'Old World',
  ]);
  expect([field(/^Starts/).disabled, field(/^Ends/).disabled, world.disabled]).toEqual([
    false,
    false,
    false,
  ]);
  await user.selectOptions(world, 'All: gains in the hiscores count');
  await user.clear(field(/^Starts/));
  await user.fill(field(/^Starts/), '2090-02-01T07:30');
  await user.clear(field(/^Ends/));
  await user.fill(field(/^Ends/), '2090-03-01T07:30');
  await user.click(screen.getByText('Save Season'));
  await screen.findByText('The season is saved.');
  expect(requests(save).map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { id: '5' },
      body: {
        name: 'Harvest',
        // The tests run in New York, five hours behind UTC in winter.
        startsAt: '2090-02-01T12:30:00.000Z',
        endsAt: '2090-03-01T12:30:00.000Z',
        serverId: null,
      },
    },
  ]);
  await router.navigate({ to: '/admin/hiscores/seasons', search: { edit: '3' } });
  await screen.findByDisplayValue('Thaw');
  expect([field(/^Starts/).disabled, field(/^Ends/).disabled]).toEqual([true, true]);
});

test('a season names the others with their times, and how scores count', async () => {
  const { router } = await renderPage('/hiscores/seasons/3?skill=Mining', {
    answers: { 'GET /api/hiscores/seasons/{id}': page, ...all },
  });
  const others = await screen.findByRole('region', { name: 'Other Seasons' });
  expect(within(others).getAllByRole('listitem')).toHaveLength(1);
  expect(others.textContent).toMatch(/^Other SeasonsHarvest.* to .*, ends in 2 days 2 hours$/);
  expect(within(others).getByRole('link').getAttribute('href')).toBe('/hiscores/seasons/4');
  screen.getByText('Everyone starts at zero: only what players gain after the start counts.');
  const lead = screen.getByText('Thaw', { selector: 'h1' }).closest('header')?.textContent;
  expect(lead).toMatch(/1 March 2026 to 1 April 2026$|March 1, 2026 to April 1, 2026$/);
  answer({ 'GET /api/hiscores/seasons': { seasons: [closed] } });
  await queryClient.invalidateQueries({ queryKey: ['hiscores'] });
  await expect.poll(() => screen.queryByText('Other Seasons')).toBeNull();
  expect(router.state.location.pathname).toBe('/hiscores/seasons/3');
});
