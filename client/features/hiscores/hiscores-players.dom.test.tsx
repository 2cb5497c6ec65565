import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeSite } from '#client/testing/test-site.ts';
import type { HiscoreLists } from '#shared/endpoints/hiscore-lists.ts';
import type { HiscoresRecord, HiscoresRow } from '#shared/endpoints/hiscores.ts';

import { HeatMap } from './heat-map.tsx';
import { LatestMilestones } from './latest-milestones.tsx';
import { LevelBar } from './level-bar.tsx';
import { PlayerActivity } from './player-activity.tsx';
import { PlayerCrest } from './player-crest.tsx';
import { RankChange } from './rank-change.tsx';

const list = 'GET /api/hiscores';
const one = 'GET /api/hiscores/user/{username}';

const lists: HiscoreLists = {
  groups: [
    {
      name: 'Bosses',
      counters: [{ key: 'wyrm', name: 'Old Wyrm', icon: 'dragon', minimum: 1500 }],
    },
  ],
};

const marrow: HiscoresRecord = {
  username: 'Marrow',
  user_rights: 0,
  mode: 'ironman',
  totalLevel: 203,
  totalExp: 13_800_000.6,
  rank: 1260,
  modeRank: 51,
  combatLevel: 71,
  playerStats: [
    { skill: 'Attack', level: 99, experience: 13_040_000, rank: 3, modeRank: 2 },
    { skill: 'Defence', level: 70, experience: 740_000, rank: 900, modeRank: 40 },
    { skill: 'Mining', level: 34, experience: 20_000.6, rank: null, modeRank: null },
  ],
  counters: [{ name: 'Old Wyrm', group: 'Bosses', score: 1600, rank: 26, modeRank: 8 }],
};
const oak: HiscoresRecord = {
  ...marrow,
  username: 'Oak Warden',
  totalLevel: 204,
  totalExp: 800_000,
  playerStats: [
    { skill: 'Attack', level: 60, experience: 300_000, rank: 70 },
    { skill: 'Defence', level: 70, experience: 740_000, rank: 901 },
    { skill: 'Mining', level: 35, experience: 22_500, rank: 60 },
  ],
};

function makeRow(row: Partial<HiscoresRow>): HiscoresRow {
  const base = { rank: 1, username: 'Oak Warden', level: 9, experience: 1204, user_rights: 0 };
  return { ...base, totalLevel: 212, totalExp: 54_321, ...row };
}

const pageOf = (skill: string, more: object = {}) => ({
  skill,
  players: [makeRow({})],
  page: 1,
  pages: 1,
  total: 1,
  ...more,
});

async function open(address: string, answers: Answers, as: 'player' | 'visitor' = 'player') {
  answerNothing();
  changeSite({
    modes: [
      { key: 'ironman', name: 'Ironman', icon: 'helm', colour: 'neutral' },
      { key: 'hardcore', name: 'Hardcore', icon: 'skull', colour: 'blood' },
    ],
  });
  return renderPage(address, {
    as,
    answers: { 'GET /api/hiscores/lists': lists, [one]: marrow, ...answers },
  });
}

const pinned = async () => {
  const link = await screen.findByLabelText(/^Your rank/);
  const cells = [...link.closest('tr')!.cells].slice(1).map(({ textContent }) => textContent);
  return [link.getAttribute('aria-label'), link.getAttribute('href'), ...cells];
};

test.each<[string, string[]]>([
  [
    '/hiscores',
    ['Your rank: 1,260. Go to page 51', '/hiscores?page=51', 'Marrow', '203', '13,800,000'],
  ],
  [
    '/hiscores?mode=ironman',
    ['Your rank: 51. Go to page 3', '/hiscores?mode=ironman&page=3', 'Marrow', '203', '13,800,000'],
  ],
  [
    '/hiscores?skill=Defence',
    ['Your rank: 900. Go to page 36', '/hiscores?skill=Defence&page=36', 'Marrow', '70', '740,000'],
  ],
  [
    '/hiscores?skill=Old+Wyrm',
    ['Your rank: 26. Go to page 2', '/hiscores?skill=Old+Wyrm&page=2', 'Marrow', '1,600'],
  ],
])('on %s the own row is below the others', async (address, expected) => {
  await open(address, {
    [list]: ({ query }) =>
      pageOf(query['skill']!, query['mode'] === undefined ? {} : { mode: query['mode'] }),
  });
  expect(await pinned()).toEqual(expected);
});

test('an own row that is listed is marked, and one without a rank is not shown', async () => {
  const rows = [makeRow({}), makeRow({ rank: 2, username: 'marrow' })];
  const { router } = await open('/hiscores', {
    [list]: ({ query }) =>
      pageOf(query['skill']!, query['skill'] === 'Overall' ? { players: rows, total: 2 } : {}),
  });
  const own = (await screen.findByText('marrow')).closest('tr')!;
  expect(own.className).toContain('highlighted');
  expect(screen.getByText('Oak Warden').closest('tr')!.className).not.toContain('highlighted');
  await expect.poll(() => requests(one).length).toBeGreaterThan(0);
  expect(screen.queryByLabelText(/^Your rank/)).toBeNull();
  await router.navigate({ to: '/hiscores', search: { skill: 'Mining' } });
  await screen.findByRole('table', { name: 'Mining Hiscores, page 1' });
  expect(screen.queryByLabelText(/^Your rank/)).toBeNull();
});

test("the list of another mode than the player's own has no own row", async () => {
  const { router } = await open('/hiscores?mode=ironman', {
    [list]: ({ query }) => {
      const { mode } = query;
      return pageOf('Overall', { mode, players: [makeRow({ username: `Oak of ${mode}` })] });
    },
  });
  await screen.findByLabelText('Your rank: 51. Go to page 3');
  await router.navigate({ to: '/hiscores', search: { mode: 'hardcore' } });
  await screen.findByText('Oak of hardcore');
  expect(screen.queryByLabelText(/^Your rank/)).toBeNull();
});

test.each([
  ['/hiscores?skill=Old+Wyrm', 'Nobody has reached a score of 1,500 yet.'],
  ['/hiscores?skill=Mining&mode=ironman', 'Nobody in this game mode is in the list yet.'],
  ['/hiscores?skill=Mining', 'Nobody has trained Mining yet.'],
])('the empty list %s says why', async (address, text) => {
  await open(address, {
    [list]: ({ query }) =>
      pageOf(query['skill']!, {
        players: [],
        total: 0,
        ...(query['mode'] !== undefined && { mode: query['mode'] }),
      }),
  });
  await screen.findByText(text);
});

test('the pager keeps the mode, the next page is read ahead, and there is a way to the last', async () => {
  const { user, router } = await open('/hiscores?skill=Mining&mode=ironman&page=2', {
    [list]: ({ query }) =>
      pageOf('Mining', { mode: 'ironman', page: Number(query['page']), pages: 3, total: 60 }),
  });
  const pager = await screen.findByRole('navigation', { name: 'Pages of the Mining Hiscores' });
  await expect
    .poll(() => requests(list).map(({ query }) => query))
    .toContainEqual({ skill: 'Mining', mode: 'ironman', page: '3' });
  expect(requests(list).map(({ query }) => query['page'])).not.toContain('1');
  answer({
    [list]: pageOf('Mining', { mode: 'ironman', players: [], page: 9, pages: 3, total: 60 }),
  });
  expect(within(pager).getByText('Next').getAttribute('href')).toBe(
    '/hiscores?skill=Mining&mode=ironman&page=3',
  );
  await router.navigate({
    to: '/hiscores',
    search: { skill: 'Mining', mode: 'ironman', page: 9 },
  });
  await user.click(await screen.findByText('Go to the Last Page'));
  expect(router.state.location.search).toEqual({ skill: 'Mining', mode: 'ironman', page: 3 });
});

test('a comparison says for each skill who is ahead, and by how much', async () => {
  await open('/hiscores?compare=marrow,oak+warden', {
    'GET /api/hiscores/compare': { players: [marrow, oak] },
  });
  const table = await screen.findByRole('table', { name: /^Level and experience of/ });
  const rows = [...table.querySelectorAll<HTMLTableRowElement>('tbody tr')];
  expect(rows.map((row) => [...row.cells].map(({ textContent }) => textContent))).toEqual([
    ['9913,040,000', 'Attack', '60300,000'],
    ['70740,000', 'Defence', '70740,000'],
    ['3420,000', 'Mining', '3522,500'],
  ]);
  const standings = rows.map((row) => row.querySelector('[title]')?.getAttribute('title'));
  expect(standings).toEqual([
    'Marrow is ahead by 12,740,000 XP',
    'Equal',
    'Oak Warden is ahead by 2,499 XP',
  ]);
  const totals = screen.getAllByText('Ahead in').map((term) => term.closest('dl')?.textContent);
  expect(totals).toEqual([
    'Total level203Total XP13,800,000Ahead in1 skill',
    'Total level204Total XP800,000Ahead in1 skill',
  ]);
  expect(requests('GET /api/hiscores/compare')[0]?.query).toEqual({ a: 'marrow', b: 'oak warden' });
});

test('another player can be compared and reported, oneself not', async () => {
  const { router } = await open('/hiscores?skill=Mining&player=oak+warden', {
    // The game may spell a name in another way than the account.
    [one]: ({ params }) =>
      params['username'] === 'marrow' ? { ...marrow, username: 'MARROW' } : oak,
    'GET /api/account/followed': { usernames: [] },
  });
  const compare = await screen.findByText('Compare with Me');
  expect(new URL(compare.getAttribute('href')!, location.origin).searchParams.get('compare')).toBe(
    'MARROW,Oak Warden',
  );
  expect(screen.getByText('Report', { selector: 'main *' }).getAttribute('href')).toContain(
    'about=player%3AOak+Warden',
  );
  await screen.findByLabelText('Follow Oak Warden');
  expect(screen.queryByText(/^Level 99 in/)).toBeNull();
  await router.navigate({ to: '/hiscores', search: { player: 'MARROW' } });
  await screen.findByText('Level 99 in 1 skill');
  expect(screen.queryByText('Compare with Me')).toBeNull();
  expect(screen.queryByLabelText(/^Follow/)).toBeNull();
  expect(screen.queryByText('Report', { selector: 'main *' })).toBeNull();
  expect(screen.getByText('Total XP').nextElementSibling?.textContent).toBe('13,800,000');
});

test('many activities are shown a dozen at first, then all or those that were found', async () => {
  const counters = Array.from({ length: 14 }, (_, at) => ({
    name: `Beast ${at + 1}`,
    group: 'Bosses',
    // The last one was never killed.
    score: 13 - at,
    rank: null,
    modeRank: null,
  }));
  const { user } = await open('/hiscores?player=oak+warden', { [one]: { ...oak, counters } });
  const part = await screen.findByRole('region', { name: 'Activities' });
  const count = () => within(part).getAllByRole('listitem').length;
  expect(count()).toBe(12);
  await user.click(within(part).getByText('Show All 13'));
  expect(count()).toBe(13);
  await user.click(within(part).getByText('Show Less'));
  expect(count()).toBe(12);
  const field = within(part).getByLabelText('Find an activity');
  await user.fill(field, ' BEAST 13 ');
  expect(
    within(part)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Beast 131Not ranked']);
  await user.clear(field);
  await user.fill(field, '14');
  within(part).getByText('No activity by that name.');
});

test('gains have their levels and their periods, and no gain says so', async () => {
  await open('/hiscores?player=oak+warden', {
    [one]: oak,
    'GET /api/hiscores/user/{username}/gains': {
      username: 'Oak Warden',
      day: [],
      week: [{ skill: 'Overall', experience: 1200.9, levels: 1 }],
      month: [{ skill: 'Overall', experience: 3400, levels: 12 }],
    },
  });
  const valueOf = async (label: string) =>
    (await screen.findByText(label)).nextElementSibling?.textContent;
  await screen.findByText(/and 12 levels/);
  expect(await valueOf('Today')).toBe('No gains');
  expect(await valueOf('This month')).toBe('+3,400 XP and 12 levels');
  const [week] = screen.getAllByText('This week', { selector: 'dt' });
  expect(week?.nextElementSibling?.textContent).toBe('+1,200 XP and 1 level');
});

test.each([
  [1, 0, '83 XP to level 2', 0],
  [1, 82, '1 XP to level 2', 98],
  [98, 13_034_430, '1 XP to level 99', 99],
  [99, 13_034_431, 'Highest level', 100],
  [99, 50_000_000, 'Highest level', 100],
  [50, 0, expect.stringMatching(/XP to level 51$/) as string, 0],
])('the bar of level %d with %d XP', async (level, experience, label, value) => {
  await renderScreen(<LevelBar level={level} experience={experience} />, { address: '/' });
  const bar = screen.getByRole<HTMLProgressElement>('progressbar');
  expect([bar.getAttribute('aria-label'), bar.value]).toEqual([label, value]);
});

test.each([
  [undefined, ''],
  [0, ''],
  [1, '1 Up 1 rank this week'],
  [-1500, '1.5K Down 1,500 ranks this week'],
])('a move by %s ranks reads "%s"', async (change, text) => {
  await renderScreen(<RankChange change={change} />, { address: '/' });
  expect(screen.getByRole('main').textContent).toBe(text);
});

test('the map of the days shades them by quarters', async () => {
  const today = Date.now();
  const dayBefore = (days: number) =>
    new Date(today - days * 86_400_000).toISOString().slice(0, 10);
  const days = [10, 20, 30, 40].map((experience, at) => ({ day: dayBefore(at + 1), experience }));
  await renderScreen(<HeatMap activity={{ username: 'Marrow', days }} />, { address: '/' });
  screen.getByLabelText('Marrow gained experience on 4 days of the last twelve months.');
  const cells = [...document.querySelectorAll('rect')];
  const shades = cells.slice(-5).map((cell) => /_(\w+?)_/.exec(cell.getAttribute('class')!)?.[1]);
  expect(shades).toEqual(['most', 'much', 'some', 'low', 'none']);
  expect(cells.at(-2)?.textContent).toMatch(/: 10 XP$/);
  expect(cells.at(-1)?.textContent).toMatch(/: nothing gained$/);
  // 53 whole weeks, and this one until today.
  expect(cells).toHaveLength(53 * 7 + ((Math.floor(today / 86_400_000) + 3) % 7) + 1);
});

const suggest = 'GET /api/hiscores/search';

test('two players are compared once both names are known, and the list is kept', async () => {
  const compare = 'GET /api/hiscores/compare';
  const { user, router } = await open('/hiscores?skill=Mining&page=3', {
    [suggest]: { players: [] },
  });
  const [first, second] = [
    await screen.findByLabelText('Player 1'),
    screen.getByLabelText('Player 2'),
  ];
  const send = () => user.click(screen.getByRole('button', { name: 'Compare' }));
  const close = async (text: string) => {
    await screen.findByText(text);
    await user.click(screen.getByText('OK'));
  };
  await user.fill(first, ' marrow ');
  await send();
  await close('Please enter both player names.');
  expect(requests(compare)).toEqual([]);
  await user.fill(second, 'Oak Warder');
  answer({ [compare]: refuse('request/not-found', 'There is no such player.') });
  await send();
  await close('One or both players not found.');
  expect(router.state.location.search).toEqual({ skill: 'Mining', page: 3 });
  answer({ [compare]: { players: [marrow, oak] } });
  await user.clear(second);
  await user.fill(second, 'Oak Warden');
  await send();
  await screen.findByText('Comparing Marrow vs Oak Warden');
  expect(requests(compare).at(-1)?.query).toEqual({ a: 'marrow', b: 'oak warden' });
  expect(router.state.location.search).toEqual({
    skill: 'Mining',
    page: 3,
    compare: 'marrow,Oak Warden',
  });
});

test('five names are suggested, and the keys choose one or close the list', async () => {
  const players = ['Oak', 'Oakley', 'Oaken', 'Oak Tree', 'Oak Warden', 'Oaks'].map((username) => ({
    username,
    user_rights: 0,
    totalLevel: 1203,
  }));
  const { user, router } = await open('/hiscores', { [suggest]: { players }, [one]: oak });
  const field = await screen.findByLabelText<HTMLInputElement>('Player name');
  await user.fill(field, 'OAK');
  await screen.findByText('Oak Warden');
  expect(screen.queryByText('Oaks')).toBeNull();
  expect(screen.getAllByText('1,203')).toHaveLength(5);
  expect(requests(suggest)[0]?.query).toEqual({ name: 'oak' });
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Oakley')).toBeNull();
  expect(field.value).toBe('OAK');
  await user.keyboard('e');
  await screen.findByText('Oakley');
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.poll(() => router.state.location.search).toEqual({ player: 'Oakley' });
  expect(screen.getByLabelText<HTMLInputElement>('Player name').value).toBe('');
});

test('the progress of a player is shown for a skill and a time', async () => {
  // jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const history = 'GET /api/hiscores/user/{username}/history';
  const points = [
    { day: '2026-11-01', experience: 100.5, level: 1, rank: 9 },
    { day: '2026-11-02', experience: 400.5, level: 3, rank: 4 },
    { day: '2026-11-03', experience: 1400.5, level: 7, rank: 6 },
  ];
  const { user } = await open('/hiscores?player=oak+warden', {
    [one]: oak,
    [history]: ({ query }) => ({ username: 'Oak Warden', skill: query['skill']!, points }),
  });
  await screen.findByLabelText(
    'Overall of Oak Warden from 2026-11-01 to 2026-11-03: 1,300 experience gained.',
  );
  screen.getByLabelText('Overall rank of Oak Warden: 6 now, 4 at best.');
  expect(requests(history).at(-1)?.query).toEqual({ skill: 'Overall', days: '30' });
  await user.selectOptions(screen.getByLabelText('Chart period'), 'One year');
  await user.selectOptions(screen.getByLabelText('Chart skill'), 'Old Wyrm');
  await screen.findByLabelText(/^Old Wyrm of Oak Warden .*: 1,300 score gained\.$/);
  expect(requests(history).at(-1)?.query).toEqual({ skill: 'Old Wyrm', days: '365' });
  answer({ [history]: { username: 'Oak Warden', skill: 'Mining', points: points.slice(0, 1) } });
  await user.selectOptions(screen.getByLabelText('Chart skill'), 'Mining');
  await screen.findByText(/^There is not enough history for a chart yet\./);
});

test.each([
  [3, 'M3'],
  [4, 'M'],
  [null, 'M'],
])('the crest of a player with the rank %s reads "%s"', async (rank, text) => {
  await renderScreen(<PlayerCrest name="Marrow" rank={rank} />, { address: '/' });
  expect(screen.getByRole('main').textContent).toBe(text);
});

test('the latest dozen of milestones is shown, and no map without days', async () => {
  const milestones = Array.from({ length: 13 }, (_, at) => ({
    kind: 'level' as const,
    skill: 'Mining',
    value: 99 - at,
    isFirst: at === 4,
    reachedAt: '2026-11-03T12:00:00.000Z',
  }));
  await renderScreen(<PlayerActivity name="Marrow" />, {
    address: '/',
    answers: {
      'GET /api/hiscores/lists': lists,
      'GET /api/hiscores/user/{username}/activity': { username: 'Marrow', days: [] },
      'GET /api/hiscores/user/{username}/milestones': { username: 'Marrow', milestones },
    },
  });
  const texts = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(texts).toHaveLength(12);
  expect(texts.filter((text) => text.includes('First'))).toEqual([
    'Level 95 in Mining First3 Nov 2026',
  ]);
  expect(screen.queryByText('Twelve Months')).toBeNull();
});

test('a player with the highest level in every skill is said to be so', async () => {
  const playerStats = marrow.playerStats.map((stat) => ({ ...stat, level: 99 }));
  await open('/hiscores?player=oak+warden', { [one]: { ...oak, playerStats } });
  await screen.findByText('Level 99 in every skill');
});

test('a rank that never changed has no chart', async () => {
  // jsdom has no canvas.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const point = (day: number, experience: number, rank: number | null) => ({
    day: `2026-11-0${day}`,
    experience,
    level: 1,
    rank,
  });
  const points = [point(1, 100, 4), point(2, 200, null), point(3, 300, 4)];
  await open('/hiscores?player=oak+warden', {
    [one]: oak,
    'GET /api/hiscores/user/{username}/history': {
      username: 'Oak Warden',
      skill: 'Overall',
      points,
    },
  });
  await screen.findByLabelText(/^Overall of Oak Warden from .*: 200 experience gained\.$/);
  expect(screen.queryByLabelText(/^Overall rank of/)).toBeNull();
});

test('names like an unknown one lead to their players, and keep the list', async () => {
  await open('/hiscores?skill=Mining&page=2&player=oak+wardne', {
    [one]: refuse('request/not-found', 'There is no such player.'),
    [suggest]: { players: [{ username: 'Oak Warden', user_rights: 0, totalLevel: 7 }] },
  });
  const link = await screen.findByText('Oak Warden');
  expect(link.getAttribute('href')).toBe('/hiscores?skill=Mining&page=2&player=Oak+Warden');
  expect(requests(suggest).at(-1)?.query).toEqual({ name: 'oak wardne' });
});

test('the home page has the three latest milestones, and says who was the first', async () => {
  const milestones = ['Ada', 'Bo', 'Cy', 'Di'].map((username, at) => ({
    username,
    user_rights: 0,
    kind: 'level' as const,
    skill: 'Mining',
    value: 99 - at,
    isFirst: at === 1,
    reachedAt: '2026-11-03T12:00:00.000Z',
  }));
  await renderScreen(<LatestMilestones />, {
    address: '/',
    answers: { 'GET /api/hiscores/milestones': { milestones } },
  });
  const items = (await screen.findAllByRole('listitem')).map(({ textContent }) =>
    textContent.replace(/(Mining).*$/, '$1'),
  );
  expect(items).toEqual([
    'Ada reached level 99 in Mining',
    'Bo was the first to reach level 98 in Mining',
    'Cy reached level 97 in Mining',
  ]);
  expect(screen.getByText('Cy').getAttribute('href')).toBe('/hiscores?player=Cy');
});
