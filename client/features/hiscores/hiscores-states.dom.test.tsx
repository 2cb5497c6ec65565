import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { noConnection, refuse } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import type { RouteAnswer } from '#shared/api.ts';
import type { HiscoresRecord, HiscoresRow } from '#shared/endpoints/hiscores.ts';

const record: HiscoresRecord = {
  username: 'Oak Warden',
  user_rights: 0,
  totalLevel: 212,
  totalExp: 54_321.9,
  playerStats: [{ skill: 'Attack', level: 70, experience: 737_627.9, rank: 8 }],
};
const noHistory = { username: 'Oak Warden', skill: 'Overall', points: [] };
const player = { 'GET /api/hiscores/user/{username}': record };

testStates('a list', {
  path: '/hiscores',
  route: 'GET /api/hiscores',
  loading: 'Loading hiscores...',
  error: 'The hiscores could not be loaded.',
  ready: [
    { skill: 'Overall', players: [], page: 1, pages: 0, total: 0 },
    'Nobody has made a name for themselves yet.',
  ],
});

testStates('the list of a skill', {
  path: '/hiscores?skill=Mining',
  route: 'GET /api/hiscores',
  loading: 'Loading hiscores...',
  error: 'The hiscores could not be loaded.',
  ready: [
    { skill: 'Mining', players: [], page: 1, pages: 0, total: 0 },
    'Nobody has trained Mining yet.',
  ],
});

testStates('a page after the last one', {
  path: '/hiscores?page=9',
  route: 'GET /api/hiscores',
  error: 'The hiscores could not be loaded.',
  ready: [
    { skill: 'Overall', players: [], page: 9, pages: 2, total: 30 },
    'This list ends before the page you asked for.',
  ],
});

testStates('a player', {
  path: '/hiscores?player=oak+warden',
  route: 'GET /api/hiscores/user/{username}',
  loading: 'Loading player...',
  error: 'The player could not be loaded.',
  ready: [record, 'Combat level'],
  missing: 'No player by that name.',
});

testStates('the progress of a player', {
  path: '/hiscores?player=oak+warden',
  answers: player,
  route: 'GET /api/hiscores/user/{username}/history',
  error: 'The progress could not be loaded.',
  ready: [noHistory, 'There is not enough history for a chart yet. Come back tomorrow.'],
});

testStates('a comparison', {
  path: '/hiscores?compare=oak+warden,marrow',
  route: 'GET /api/hiscores/compare',
  loading: 'Loading players...',
  error: 'The comparison could not be loaded.',
  ready: [
    { players: [record, { ...record, username: 'Marrow' }] },
    'Comparing Oak Warden vs Marrow',
  ],
  missing: 'One or both players not found.',
});

test('a name without a record is one empty state with the nearest names', async () => {
  answerNothing();
  const names = ['Oak Warden', 'Oakley', 'Oaken', 'Oak Tree'];
  await renderPage('/hiscores?player=oak+wardne', {
    answers: {
      'GET /api/hiscores/user/{username}': refuse('request/not-found', 'There is no such player.'),
      'GET /api/hiscores/search': {
        players: names.map((username) => ({ username, user_rights: 0, totalLevel: 7 })),
      },
    },
  });
  const hint = await screen.findByText(/Did you mean/);
  expect(hint.textContent).toBe('Did you mean Oak Warden, Oakley, Oaken?');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('oak wardne');
  expect(document.title).toBe('oak wardne – Testhold');
  expect(screen.queryByText('N/A')).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText('Player name'));
});

test.each([
  ['/hiscores', 'Hiscores'],
  ['/hiscores?skill=Mining', 'Mining Hiscores'],
  ['/hiscores?player=oak+warden', "Oak Warden's Stats"],
  ['/hiscores?compare=oak,amy', 'Comparing oak vs amy'],
])('the title of %s is %s', async (path, title) => {
  answerNothing();
  await renderPage(path);
  await expect.poll(() => document.title).toBe(`${title} – Testhold`);
});

test('gains that could not be loaded are a dash', async () => {
  answerNothing();
  await renderPage('/hiscores?player=oak+warden', {
    answers: { ...player, 'GET /api/hiscores/user/{username}/gains': noConnection },
  });
  const today = await screen.findByText('Today');
  await expect.poll(() => today.nextElementSibling?.textContent).toBe('–');
});

test('an answer that is not a list is logged and shown as an empty list', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const wrong = { message: 'Hello' } as unknown as RouteAnswer<'GET /api/hiscores'>;
  answerNothing();
  await renderPage('/hiscores', { answers: { 'GET /api/hiscores': wrong } });
  await screen.findByText('Nobody has made a name for themselves yet.');
  expect(warn.mock.calls[0]).toEqual(['The hiscores answer is not a list of players.', wrong]);
});

test('a record without values shows N/A, level 1 and experience 0', async () => {
  const hollow = {
    ...record,
    username: 'Hollow',
    totalLevel: null,
    totalExp: 'x',
    playerStats: [],
  } as unknown as HiscoresRecord;
  answerNothing();
  await renderPage('/hiscores?player=hollow', {
    answers: { 'GET /api/hiscores/user/{username}': hollow },
  });
  await screen.findByText('Overall rank');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe("Hollow's Stats");
  for (const label of ['Overall rank', 'Total level', 'Total XP', 'Combat level']) {
    expect(screen.getByText(label).nextElementSibling?.textContent).toBe('N/A');
  }
  const row = within(screen.getByRole('table')).getByText('Attack').closest('tr')!;
  const cells = [...row.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['N/A', '1', '0', '–']);
});

test('a list shows who moved within a week', async () => {
  const rows = ['Oak Warden', 'Northgate', 'Marrow'].map((username, at): HiscoresRow => ({
    rank: at + 4,
    username,
    level: 90 - at,
    experience: 1000 - at,
    user_rights: 0,
    totalLevel: 90 - at,
    totalExp: 1000 - at,
  }));
  answerNothing();
  await renderPage('/hiscores', {
    answers: {
      'GET /api/hiscores': { skill: 'Overall', players: rows, page: 1, pages: 1, total: 3 },
      'GET /api/hiscores/rank-changes': {
        changes: [
          { username: 'Oak Warden', change: 1 },
          { username: 'Northgate', change: -12 },
        ],
      },
    },
  });
  const placeOf = (name: string) =>
    within(screen.getByRole('table')).getByText(name).closest('tr')?.querySelector('td')
      ?.textContent;
  await screen.findByText(/Up 1 rank this week/);
  expect(placeOf('Oak Warden')).toMatch(/^4.*Up 1 rank this week$/);
  expect(placeOf('Northgate')).toMatch(/^5.*Down 12 ranks this week$/);
  expect(placeOf('Marrow')).toBe('6');
});

test('before the app runs, both boxes send their fields to the server by name', async () => {
  answerNothing();
  await renderPage('/hiscores');
  for (const [button, names] of [
    ['Search', ['player']],
    ['Compare', ['compare', 'with']],
  ] as const) {
    const { form } = await screen.findByRole<HTMLButtonElement>('button', { name: button });
    expect([...new FormData(form!).keys()]).toEqual(names);
    expect(form!.getAttribute('action')).toBe('/hiscores');
  }
});
