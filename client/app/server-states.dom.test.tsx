import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { hold, requests } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { Backups } from '#shared/endpoints/backups.ts';
import type { GameServer } from '#shared/endpoints/game-servers.ts';

const server: GameServer = {
  id: 3,
  name: 'World 3',
  isOnline: true,
  state: 'running',
  online: 17,
  max: 200,
  players: [],
  version: '1.2.3',
  startedAt: '2026-01-02T03:04:05Z',
  heartbeatAt: '2026-01-02T04:05:06Z',
  commandsWaiting: 0,
  itemCount: 40,
  rejectedSaves: 0,
  countsForHiscores: true,
  tokens: [],
};
const answers = { 'GET /api/admin/servers': [server] };

testStates('the game servers', {
  path: '/admin/server',
  as: 'admin',
  route: 'GET /api/admin/servers',
  loading: 'Loading the game servers...',
  error: 'The game servers could not be loaded',
  ready: [[], 'No game is connected yet'],
});

testStates('the players online over time', {
  path: '/admin/server',
  as: 'admin',
  answers,
  route: 'GET /api/admin/servers/history',
  error: 'The history could not be loaded',
  ready: [{ points: [], peak: 12, average: 5 }, 'The chart appears after the first hours of play.'],
});

test('the peak and the average are unknown until they are loaded, the figures of now are not', async () => {
  const held = hold<'GET /api/admin/servers/history'>();
  answerNothing();
  const down = { ...server, id: 4, name: 'World 4', isOnline: false, online: 0 };
  await renderPage('/admin/server', {
    as: 'admin',
    answers: {
      'GET /api/admin/servers': [server, { ...server, id: 5, name: 'World 5', online: 4 }, down],
      'GET /api/admin/servers/history': held.answer,
    },
  });
  const figure = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  await screen.findByText('Peak');
  expect([figure('Peak'), figure('Average')]).toEqual(['–', '–']);
  expect(figure('Now')).toMatch(/^21/);
  expect(figure('Servers up')).toMatch(/^2 of 3/);
  held.give({ points: [], peak: 12, average: 5 });
  await screen.findByText('The chart appears after the first hours of play.');
  expect([figure('Peak'), figure('Average')]).toEqual([
    expect.stringMatching(/^12/),
    expect.stringMatching(/^5/),
  ]);
});

test('the history is of the chosen time span', async () => {
  const history = 'GET /api/admin/servers/history';
  answerNothing();
  await renderPage('/admin/server?range=week', {
    as: 'admin',
    answers: { ...answers, [history]: { points: [], peak: 12, average: 5 } },
  });
  await screen.findByText('The chart appears after the first hours of play.');
  expect(requests(history)[0]?.query).toEqual({ range: 'week' });
  const spans = within(screen.getByRole('navigation', { name: 'Time span' }));
  const links = spans.getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['24 hours', null],
    ['7 days', 'page'],
    ['30 days', null],
    ['Year', null],
  ]);
});

test('an admin adds a game server', async () => {
  const add = 'POST /api/admin/servers';
  answerNothing();
  const { user } = await renderPage('/admin/server', {
    as: 'admin',
    answers: {
      'GET /api/admin/servers': () => (requests(add).length > 0 ? [server] : []),
      [add]: server,
    },
  });
  await user.click(await screen.findByText('Add Server'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a Game Server' }));
  await user.fill(dialog.getByLabelText('Name'), ' World 3 ');
  await user.click(dialog.getByText('Add Server'));
  await screen.findByText('Game Servers');
  expect(requests(add).map(({ body }) => body)).toEqual([{ name: 'World 3' }]);
  expect(screen.queryByRole('dialog')).toBeNull();
  // For the next one.
  screen.getByText('Add Server');
});

testStates('the log of commands', {
  path: '/admin/server?view=commands',
  as: 'admin',
  route: 'GET /api/admin/commands',
  loading: 'Loading the log...',
  error: 'The command log could not be loaded',
  ready: [{ commands: [], total: 0, pages: 0 }, 'No commands have been sent yet.'],
});

testStates('the launcher', {
  path: '/admin/server?view=launcher',
  as: 'admin',
  route: 'GET /api/admin/launcher',
  loading: 'Loading the launcher...',
  error: 'The launcher could not be loaded',
  ready: [[], 'Link to a Download'],
});

testStates('the settings of the site', {
  path: '/admin/server?view=site',
  as: 'admin',
  route: 'GET /api/admin/settings',
  loading: 'Loading the settings...',
  error: 'The settings could not be loaded',
});

const backups: Backups = {
  place: '/srv/backups',
  everyHours: 24,
  keepDays: 14,
  requestedAt: null,
  failure: null,
  backups: [
    {
      name: 'play.example-2026-01-02T03-04-05Z.wynhold',
      bytes: 12_345_678,
      at: '2026-01-02T03:04:05Z',
      requestedBy: 'Ada',
    },
  ],
  problem: null,
};

testStates('the backups', {
  path: '/admin/server?view=backups',
  as: 'admin',
  route: 'GET /api/admin/backups',
  loading: 'Loading the backups...',
  error: 'The backups could not be loaded',
  ready: [{ ...backups, everyHours: 0, backups: [] }, 'There is no backup yet.'],
});

test('a failed backup is tried again, and a click downloads one', async () => {
  answerNothing();
  const failure = { lastAt: '2026-01-03T03:04:05Z', reason: 'the disk is full' };
  let answer: Backups = { ...backups, failure };
  const { user } = await renderPage('/admin/server?view=backups', {
    as: 'admin',
    answers: {
      'GET /api/admin/backups': () => answer,
      'POST /api/admin/backups': () => {
        answer = { ...backups, failure, requestedAt: '2026-01-03T04:00:00Z' };
      },
      'GET /api/admin/backups/{name}': { name: 'x', bytes: 1 },
    },
  });
  expect(await screen.findByText(/the disk is full/)).toBeTruthy();
  expect(screen.getByText('12.3 MB')).toBeTruthy();
  expect(screen.getByText('Ada')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('A backup is being made')).toBeTruthy();
  expect(screen.queryByText(/the disk is full/)).toBeNull();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await user.click(screen.getByRole('button', { name: /^Download play/ }));
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  expect(click.mock.contexts[0]).toHaveProperty(
    'href',
    expect.stringMatching(
      /\/api\/admin\/backups\/play\.example-2026-01-02T03-04-05Z\.wynhold\/file$/,
    ),
  );
});

test('an upload asks for the version and suggests the one in the name of the file', async () => {
  answerNothing();
  const { user } = await renderPage('/admin/server?view=launcher', {
    as: 'admin',
    answers: { 'GET /api/admin/launcher': [] },
  });
  const choose = async (name: string) => {
    await user.upload(await screen.findByLabelText('Launcher file'), new File(['x'], name));
    const dialog = within(await screen.findByRole('dialog'));
    return { dialog, version: dialog.getByLabelText<HTMLInputElement>('Version') };
  };
  const plain = await choose('launcher.exe');
  expect(plain.version.value).toBe('');
  await user.click(plain.dialog.getByRole('button', { name: 'Cancel' }));
  const { dialog, version } = await choose('Emberfall-v2.4.1-setup.exe');
  expect(version.value).toBe('v2.4.1');
  await user.clear(version);
  await user.fill(version, 'newest');
  await user.click(dialog.getByRole('button', { name: 'Upload' }));
  expect(dialog.getByText('Use a version such as v2.1.0, or leave it empty.')).toBeTruthy();
});

test('the settings of the site are in groups with a list of them', async () => {
  answerNothing();
  await renderPage('/admin/server?view=site', {
    as: 'admin',
    answers: {
      'GET /api/admin/settings': {
        communityUrl: 'https://chat.example.com/',
        banner: null,
        playersMayHost: true,
        excludeStaff: false,
        excludeBanned: true,
        unconfirmedMayBuy: true,
        unconfirmedMayVote: false,
        shopOpen: true,
        renameDays: null,
      },
    },
  });
  const groups = ['Money', 'Players', 'Features', 'Notices and Links', 'Look and Texts'];
  await screen.findByRole('heading', { name: 'Money' });
  const list = screen.getByRole('navigation', { name: 'Groups of settings' });
  const links = [...list.querySelectorAll('a')];
  expect(links.map(({ textContent }) => textContent)).toEqual(groups);
  for (const { hash, textContent } of links) {
    expect(document.querySelector(`h2${hash}`)?.textContent).toBe(textContent);
  }
});

test('staff for the server see the game and the commands, whatever the address says', async () => {
  const staff = { ...testPlayer, user_rights: 2, permissions: ['server' as const] };
  answerNothing();
  await renderPage('/admin/server?view=site', {
    as: staff,
    answers: { 'GET /api/admin/servers': [] },
  });
  await screen.findByText('No game is connected yet');
  expect(screen.queryByText('Add Server')).toBeNull();
  const tabs = within(screen.getByRole('navigation', { name: 'Server' })).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Game', 'Commands']);
  expect(requests('GET /api/admin/settings')).toEqual([]);
});

test('staff for the shop see the purchases, whatever the address says', async () => {
  const staff = { ...testPlayer, user_rights: 2, permissions: ['shop' as const] };
  answerNothing();
  await renderPage('/admin/shop-logs?view=top-ups', { as: staff });
  await screen.findByText('Purchase number');
  await expect.poll(() => requests('GET /api/admin/purchases')).not.toEqual([]);
  expect(screen.queryByRole('navigation', { name: 'Log' })).toBeNull();
  expect(requests('GET /api/admin/orders')).toEqual([]);
});
