import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { hold, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeSite } from '#client/testing/test-site.ts';
import type { HiscoreLists } from '#shared/endpoints/hiscore-lists.ts';
import type { HiscoresRecord, HiscoresRow } from '#shared/endpoints/hiscores.ts';

const lists: HiscoreLists = {
  groups: [
    {
      name: 'Bosses',
      counters: [
        { key: 'wyrm', name: 'Old Wyrm', icon: 'dragon', minimum: 5 },
        { key: 'spider', name: 'Cave Spider', icon: 'spider', minimum: 1 },
      ],
    },
    {
      name: 'Minigames',
      counters: [{ key: 'siege', name: 'Castle Siege', icon: 'banner', minimum: 1 }],
    },
  ],
};

const record: HiscoresRecord = {
  username: 'Oak Warden',
  user_rights: 0,
  mode: 'ironman',
  totalLevel: 212,
  totalExp: 54_321,
  rank: 7,
  modeRank: 2,
  combatLevel: 88,
  playerStats: [{ skill: 'Attack', level: 70, experience: 737_627.9, rank: 31, modeRank: 4 }],
  counters: [
    { name: 'Old Wyrm', group: 'Bosses', score: 1204, rank: 3, modeRank: 1 },
    { name: 'Cave Spider', group: 'Bosses', score: 0, rank: null, modeRank: null },
    { name: 'Castle Siege', group: 'Minigames', score: 2, rank: null, modeRank: null },
  ],
};

const other: HiscoresRecord = {
  ...record,
  username: 'Marrow',
  counters: [{ name: 'Old Wyrm', group: 'Bosses', score: 1000, rank: 5 }],
};
delete other.mode;

function makeRow(row: Partial<HiscoresRow>): HiscoresRow {
  const base = { rank: 1, username: 'Oak Warden', level: 9, experience: 1204, user_rights: 0 };
  return { ...base, totalLevel: 212, totalExp: 54_321, ...row };
}

function pageOf(skill: string, players: HiscoresRow[], more: object = {}) {
  return { skill, players, page: 1, pages: 1, total: players.length, ...more };
}

type Options = { as?: 'player'; answers?: Answers };

async function open(address: string, { as, answers }: Options = {}) {
  answerNothing();
  changeSite({
    modes: [
      { key: 'ironman', name: 'Ironman', icon: 'helm', colour: 'neutral' },
      { key: 'hardcore', name: 'Hardcore', icon: 'skull-helm', colour: 'blood' },
    ],
  });
  return renderPage(address, {
    ...(as && { as }),
    answers: { 'GET /api/hiscores/lists': lists, ...answers },
  });
}

const wyrmList = pageOf('Old Wyrm', [
  makeRow({ mode: 'ironman', level: null }),
  makeRow({ rank: 2, username: 'Marrow', level: null, experience: 1000 }),
]);

test('the list of a counter has scores, and icons beside the names of players with a mode', async () => {
  await open('/hiscores?skill=old+wyrm', { answers: { 'GET /api/hiscores': wyrmList } });
  await screen.findByText('1,204');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Old Wyrm Hiscores');
  const table = screen.getByRole('table');
  const headers = [...table.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(headers).toEqual(['Rank', 'Player', 'Score']);
  const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
  expect(rows.map((row) => within(row).queryByLabelText('Ironman') !== null)).toEqual([
    true,
    false,
  ]);
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual(['1,204', '1,000']);
});

test('a skill of an address that the site does not have means Overall', async () => {
  await open('/hiscores?skill=Sailing');
  const heading = await screen.findByRole('heading', { level: 1 });
  await expect.poll(() => heading.textContent).toBe('Overall Hiscores');
});

test('the menu has the counters by group, and finds one by a part of its name', async () => {
  const { user } = await open('/hiscores?skill=Castle+Siege');
  const menu = await screen.findByRole('navigation', { name: 'Skills' });
  const group = (await within(menu).findByText('Minigames')).closest('details')!;
  expect(group.open).toBe(true);
  expect(within(menu).getByText('Bosses').closest('details')!.open).toBe(false);
  await user.fill(within(menu).getByLabelText('Find a list'), 'wyrm');
  const links = within(menu).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Old Wyrm']);
  await user.fill(within(menu).getByLabelText('Find a list'), 'x');
  await within(menu).findByText('No list by that name.');
});

test('without modes, counters and an account the page has only skills and the way to a rank', async () => {
  answerNothing();
  await renderPage('/hiscores', { answers: { 'GET /api/hiscores/lists': { groups: [] } } });
  const menu = await screen.findByRole('navigation', { name: 'Skills' });
  expect(menu.querySelectorAll('a')).toHaveLength(4);
  expect(menu.querySelector('input, details')).toBeNull();
  expect(screen.queryByLabelText('Game mode')).toBeNull();
  expect(screen.queryByText('Followed')).toBeNull();
  expect(screen.getByLabelText('Skill').querySelector('optgroup')).toBeNull();
  expect(screen.getByLabelText('Go to rank')).toBeTruthy();
});

test('a game mode narrows the list down, and its players open from it', async () => {
  const ironList = pageOf('Attack', [makeRow({ mode: 'ironman', username: 'Iron Amy' })], {
    mode: 'ironman',
  });
  const { user, router } = await open('/hiscores?skill=Attack&page=3', {
    answers: {
      'GET /api/hiscores': ({ query }) => (query['mode'] ? ironList : pageOf('Attack', [])),
    },
  });
  await user.selectOptions(await screen.findByLabelText('Game mode'), 'Ironman');
  const name = await screen.findByText('Iron Amy');
  expect(router.state.location.search).toEqual({ skill: 'Attack', mode: 'ironman' });
  expect(requests('GET /api/hiscores').at(-1)?.query).toEqual({
    skill: 'Attack',
    page: '1',
    mode: 'ironman',
  });
  expect(document.title).toBe('Ironman Attack Hiscores – Testhold');
  // The moves are those in the list of all players.
  expect(requests('GET /api/hiscores/rank-changes')).toEqual([]);
  await user.click(name);
  expect(router.state.location.search).toEqual({
    skill: 'Attack',
    mode: 'ironman',
    player: 'Iron Amy',
  });
});

test.each([
  ['skill', 'Mining', undefined],
  ['game mode', 'Attack', 'ironman'],
])('the rows of the list before are not shown while another %s loads', async (_, skill, mode) => {
  const attack = pageOf('Attack', [makeRow({ username: 'Marrow' })]);
  const held = hold<'GET /api/hiscores'>();
  const { router } = await open('/hiscores?skill=Attack', {
    answers: {
      'GET /api/hiscores': ({ query }) =>
        query['skill'] === skill && query['mode'] === mode ? held.answer() : attack,
    },
  });
  await screen.findByText('Marrow');
  await router.navigate({ to: '/hiscores', search: { skill, mode } });
  await screen.findByText('Loading hiscores...');
  expect(screen.queryByText('Marrow')).toBeNull();
  held.give(pageOf(skill, [makeRow({ username: 'Iron Amy' })], { mode }));
  await screen.findByText('Iron Amy');
});

test('the way to a rank leads to its page and marks the row', async () => {
  const { user, router } = await open('/hiscores', {
    answers: {
      'GET /api/hiscores': ({ query }) =>
        pageOf(
          'Overall',
          Array.from({ length: 25 }, (_, at) =>
            makeRow({ rank: 26 + at, username: `Player ${26 + at}` }),
          ),
          { page: Number(query['page']), pages: 4, total: 100 },
        ),
    },
  });
  const field = await screen.findByLabelText('Go to rank');
  await user.type(field, '0{Enter}');
  expect(router.state.location.search).toEqual({});
  await user.clear(field);
  await user.type(field, '31{Enter}');
  await expect.poll(() => router.state.location.search).toEqual({ page: 2, rank: 31 });
  const row = (await screen.findByText('Player 31')).closest('tr')!;
  expect(row.className).toContain('highlighted');
  expect(screen.getByText('Player 30').closest('tr')!.className).not.toContain('highlighted');
});

test('a player page has the ranks, a tile for every skill and the counts by group', async () => {
  await open('/hiscores?player=oak+warden', {
    answers: {
      'GET /api/hiscores/user/{username}': record,
      'GET /api/hiscores/user/{username}/gains': {
        username: 'Oak Warden',
        day: [],
        week: [
          { skill: 'Attack', experience: 12_345.6, levels: 1 },
          { skill: 'Old Wyrm', experience: 40, levels: null },
        ],
        month: [],
      },
    },
  });
  await screen.findByText('Ironman rank 2');
  const heading = screen.getByRole('heading', { level: 1 });
  expect(within(heading).getByLabelText('Ironman')).toBeTruthy();
  const tiles = screen.getByRole('list', { name: 'Levels of Oak Warden' });
  await within(tiles).findByText('+12K');
  const texts = [...tiles.querySelectorAll('a')].map(({ textContent }) => textContent);
  expect(texts).toEqual(['Attack70+12K', 'Defence1', 'Mining1']);
  expect(within(tiles).getByText('Attack').closest('a')?.getAttribute('href')).toBe(
    '/hiscores?skill=Attack&page=2&rank=31',
  );
  const activities = screen.getByRole('region', { name: 'Activities' });
  const counts = [...activities.querySelectorAll('h3, li')].map(({ textContent }) => textContent);
  expect(counts).toEqual([
    'Bosses',
    'Old Wyrm1,204Rank 3+40',
    'Minigames',
    'Castle Siege2Not ranked',
  ]);
});

test('a comparison has one bar per line and a second table for the counts', async () => {
  await open('/hiscores?compare=oak+warden,marrow', {
    answers: { 'GET /api/hiscores/compare': { players: [record, other] } },
  });
  await screen.findByText('Comparing Oak Warden vs Marrow');
  const table = await screen.findByRole('table', { name: /^Scores of/ });
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')];
  expect(rows.map((row) => [...row.cells].map(({ textContent }) => textContent))).toEqual([
    ['1,204', 'Old Wyrm', '1,000'],
    ['2', 'Castle Siege', '0'],
  ]);
  expect(within(rows[0]!).getByLabelText('Oak Warden is ahead by 204')).toBeTruthy();
  expect(screen.queryByLabelText('Ahead')).toBeNull();
  const heads = screen.getAllByRole('heading', { level: 2 });
  expect(within(heads[0]!).getByLabelText('Ironman')).toBeTruthy();
  expect(within(heads[1]!).queryByRole('img')).toBeNull();
});

test('a player is followed by a star, and the list shows the followed ones', async () => {
  let usernames = ['Marrow'];
  const { user, router } = await open('/hiscores?player=oak+warden', {
    as: 'player',
    answers: {
      'GET /api/hiscores/user/{username}': ({ params }) =>
        params['username'] === 'marrow' ? other : record,
      'GET /api/account/followed': () => ({ usernames }),
      'PUT /api/account/followed/{username}': ({ params }) => {
        usernames = [...usernames, params['username']!];
      },
      'DELETE /api/account/followed/{username}': ({ params }) => {
        usernames = usernames.filter((name) => name !== params['username']);
      },
      'GET /api/hiscores/followed': () => ({
        players: usernames.includes('Oak Warden') ? [makeRow({ rank: 7 })] : [],
      }),
      'GET /api/hiscores/followed/gains': { skill: 'Overall', period: 'month', players: [] },
    },
  });
  const star = await screen.findByRole('button', { name: 'Follow Oak Warden' });
  expect(star.getAttribute('aria-pressed')).toBe('false');
  await user.click(star);
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true');
  expect(usernames).toEqual(['Marrow', 'Oak Warden']);
  await user.click(screen.getByText('Back to Hiscores'));
  await user.click(await screen.findByText('Followed'));
  expect(router.state.location.search).toEqual({ followed: true });
  expect(await screen.findByRole('link', { name: 'Oak Warden' })).toBeTruthy();
  expect(screen.queryByLabelText('Go to rank')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Period'), 'This month');
  await screen.findByText('None of the players you follow has gained anything in this time.');
  expect(router.state.location.search).toEqual({ period: 'month', followed: true });
  // A player who is no longer followed is gone from the list that was read before.
  await user.selectOptions(screen.getByLabelText('Period'), 'All time');
  await user.click(await screen.findByRole('link', { name: 'Oak Warden' }));
  await user.click(await screen.findByRole('button', { name: 'Follow Oak Warden' }));
  await expect.poll(() => usernames).toEqual(['Marrow']);
  await user.click(screen.getByText('Back to Hiscores'));
  await screen.findByRole('button', { name: 'Followed' });
  await expect.poll(() => screen.queryByRole('link', { name: 'Oak Warden' })).toBeNull();
});

test('on a phone the search opens from the title row', async () => {
  const { user, router } = await open('/hiscores?skill=Mining');
  const button = await screen.findByRole('button', { name: 'Search by name' });
  await user.click(button);
  const field = screen.getByLabelText('Player name');
  expect(document.activeElement).toBe(field);
  await user.fill(field, ' marrow ');
  await user.keyboard('{Enter}');
  expect(router.state.location.search).toEqual({ skill: 'Mining', player: 'marrow' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('a period shows the gains in it, and the records have their days', async () => {
  const players = [
    { rank: 1, username: 'Oak Warden', user_rights: 0, experience: 81_234.5, day: '2026-10-11' },
  ];
  const { user, router } = await open('/hiscores?skill=Mining&page=3', {
    answers: { 'GET /api/hiscores/gains': { skill: 'Mining', period: 'week', players } },
  });
  await user.selectOptions(await screen.findByLabelText('Period'), 'Best week');
  const table = await screen.findByRole('table', { name: 'Gains in Mining' });
  expect(router.state.location.search).toEqual({ skill: 'Mining', period: 'best-week' });
  expect(requests('GET /api/hiscores/gains').map(({ query }) => query)).toContainEqual({
    skill: 'Mining',
    period: 'week',
    of: 'records',
    size: '100',
  });
  const cells = [...table.querySelectorAll('tbody :is(td, th)')].map((cell) => cell.textContent);
  expect(cells).toEqual(['1', 'Oak Warden', '11 Oct 2026', '+81,234']);
  expect(screen.queryByLabelText('Go to rank')).toBeNull();
});

test('a player page has a map of the days, the milestones and the records', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const none = { current: 0, best: 0, bestOn: null };
  await open('/hiscores?player=oak+warden', {
    answers: {
      'GET /api/hiscores/user/{username}': record,
      'GET /api/hiscores/user/{username}/activity': {
        username: 'Oak Warden',
        days: [{ day, experience: 1234.5 }],
      },
      'GET /api/hiscores/user/{username}/milestones': {
        username: 'Oak Warden',
        milestones: [
          {
            kind: 'level',
            skill: 'Mining',
            value: 99,
            isFirst: true,
            reachedAt: '2026-11-03T12:00:00.000Z',
          },
        ],
      },
      'GET /api/hiscores/user/{username}/records': {
        username: 'Oak Warden',
        skill: 'Overall',
        day: { current: 3, best: 500, bestOn: '2026-10-18' },
        week: none,
        month: none,
        year: { current: 7001, best: 7001, bestOn: '2026-11-18' },
      },
    },
  });
  const map = await screen.findByLabelText(
    'Oak Warden gained experience on 1 day of the last twelve months.',
  );
  const gained = [...map.querySelectorAll('rect')].filter(({ textContent }) =>
    textContent.endsWith('1,234 XP'),
  );
  expect(gained.map((rect) => rect.getAttribute('class'))).toEqual([
    expect.stringContaining('low'),
  ]);
  const milestone = (await screen.findByText('Level 99 in Mining')).closest('li')!;
  expect(milestone.textContent).toBe('Level 99 in Mining First3 Nov 2026');
  expect(screen.getByText('This year').nextElementSibling?.textContent).toBe('+7,001 XP');
  expect(screen.getByText('Best: 500 on 18 Oct 2026')).toBeTruthy();
});

test('for a visitor the address of a follower shows all players', async () => {
  const gains = { rank: 1, username: 'Iron Amy', user_rights: 0, experience: 12 };
  const { router } = await open('/hiscores?skill=Mining&followed=true', {
    answers: {
      'GET /api/hiscores': pageOf('Mining', [makeRow({ username: 'Marrow' })]),
      'GET /api/hiscores/gains': { skill: 'Mining', period: 'week', players: [gains] },
    },
  });
  await screen.findByText('Marrow');
  await router.navigate({
    to: '/hiscores',
    search: { skill: 'Mining', period: 'week', followed: true },
  });
  const table = await screen.findByRole('table', { name: 'Gains in Mining' });
  within(table).getByText('Iron Amy');
  expect(requests('GET /api/hiscores/followed')).toEqual([]);
  expect(requests('GET /api/hiscores/followed/gains')).toEqual([]);
});

test('the followed players are those of the skill and the mode, without the moves among all', async () => {
  const followed = 'GET /api/hiscores/followed';
  await open('/hiscores?skill=Attack&mode=ironman&followed=true', {
    as: 'player',
    answers: { [followed]: { players: [makeRow({ rank: 7 })] } },
  });
  await screen.findByRole('link', { name: 'Oak Warden' });
  expect(requests(followed)[0]?.query).toEqual({ skill: 'Attack', mode: 'ironman' });
  expect(requests('GET /api/hiscores')).toEqual([]);
  expect(requests('GET /api/hiscores/rank-changes')).toEqual([]);
});

test('a phone has a select of the lists, which keeps the mode and starts at the first page', async () => {
  const { user, router } = await open('/hiscores?skill=Attack&mode=ironman&page=3');
  const select = await screen.findByLabelText<HTMLSelectElement>('Skill');
  await screen.findByText('Castle Siege', { selector: 'option' });
  expect(select.value).toBe('Attack');
  expect([...select.querySelectorAll('optgroup')].map(({ label }) => label)).toEqual([
    'Skills',
    'Bosses',
    'Minigames',
  ]);
  await user.selectOptions(select, 'Old Wyrm');
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ skill: 'Old Wyrm', mode: 'ironman' });
  await router.navigate({ to: '/hiscores', search: { player: 'oak warden' } });
  await screen.findByText('Choose a skill');
  expect(select.value).toBe('');
});

test('beside a list are the five who gained most in it this week, and beside a player none', async () => {
  const players = [1, 2, 3, 4, 5, 6].map((rank) => ({
    rank,
    username: `Player ${rank}`,
    user_rights: 0,
    experience: 7000 - rank * 1000 + 0.5,
  }));
  const gains = 'GET /api/hiscores/gains';
  const { router } = await open('/hiscores?skill=Mining', {
    answers: { [gains]: { skill: 'Mining', period: 'week', players } },
  });
  const panel = within(await screen.findByRole('region', { name: 'Top Gains This Week' }));
  const lines = panel.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '1Player 1+6,000',
    '2Player 2+5,000',
    '3Player 3+4,000',
    '4Player 4+3,000',
    '5Player 5+2,000',
  ]);
  expect(panel.getByText('Player 2').getAttribute('href')).toBe(
    '/hiscores?skill=Mining&player=Player+2',
  );
  expect(requests(gains)[0]?.query).toEqual({ skill: 'Mining', period: 'week' });
  await router.navigate({ to: '/hiscores', search: { player: 'oak warden' } });
  await expect.poll(() => screen.queryByText('Top Gains This Week')).toBeNull();
});

test('the gains of the running period are those of the mode, without days', async () => {
  const players = [{ rank: 1, username: 'Iron Amy', user_rights: 0, experience: 12 }];
  const gains = 'GET /api/hiscores/gains';
  await open('/hiscores?skill=Mining&mode=ironman&period=month', {
    answers: { [gains]: { skill: 'Mining', period: 'month', players } },
  });
  const table = await screen.findByRole('table', { name: 'Gains in Mining' });
  const headers = [...table.querySelectorAll('thead th')].map(({ textContent }) => textContent);
  expect(headers).toEqual(['Rank', 'Player', 'Gained']);
  expect(requests(gains).map(({ query }) => query)).toContainEqual({
    skill: 'Mining',
    mode: 'ironman',
    period: 'month',
    of: 'current',
    size: '100',
  });
});
