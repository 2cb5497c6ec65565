import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, requests } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { changeSite, testPlayer } from '#client/testing/test-site.ts';
import type { GameServer, GameToken } from '#shared/endpoints/game-servers.ts';
import { listSetupSteps, setupGames, usualScopes } from '#shared/rules/game-setup.ts';

import { OnlineNow } from './online-now.tsx';
import { PlayerList } from './player-list.tsx';
import { scopeTexts } from './scope-texts.ts';
import { ServerCard } from './server-card.tsx';
import { SetupGame } from './setup-game.tsx';

const token: GameToken = {
  id: 12,
  hint: 'k3yz',
  scopes: ['heartbeat', 'deliveries'],
  addresses: ['10.0.0.0/8'],
  createdAt: '2026-01-02T03:04:05Z',
  createdBy: 'Ada',
  lastSeenAt: null,
  lastSeenIp: null,
};
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
  tokens: [token],
};

test.each<[string, Partial<GameServer>]>([
  ['Online', {}],
  ['Starting', { state: 'starting' }],
  ['Stopping', { state: 'stopping' }],
  ['Offline', { isOnline: false, state: 'offline' }],
  ['Never seen', { isOnline: false, state: 'offline', heartbeatAt: null }],
])('a server is %s', (text, change) => {
  render(<ServerCard server={{ ...server, ...change }} />, { as: 'admin' });
  screen.getByText(text);
});

test('a token says what it may do and from where, and a server with two takes no third', () => {
  const second = { ...token, id: 13, hint: 'second', addresses: [] };
  const two = { ...server, tokens: [token, second] };
  const { unmount } = render(<ServerCard server={two} />, { as: 'admin' });
  expect(screen.getAllByText(/^Permissions: heartbeat, deliveries\./)[0]?.textContent).toContain(
    ' Only from 10.0.0.0/8. ',
  );
  const isDisabled = (text: string) =>
    screen.getAllByText(text).map((one) => one.closest('button')?.disabled);
  expect([isDisabled('New Token'), isDisabled('Rotate')]).toEqual([[true], [true, true]]);
  unmount();
  render(<ServerCard server={server} />, { as: 'admin' });
  expect([isDisabled('New Token'), isDisabled('Rotate')]).toEqual([[false], [false]]);
});

test('a new token has the chosen permissions and addresses, and is shown', async () => {
  const route = 'POST /api/admin/servers/{id}/tokens';
  const { user } = render(<ServerCard server={server} />, {
    as: 'admin',
    answers: { [route]: { id: 14, token: 'gb_3_new' } },
  });
  await user.click(screen.getByText('New Token'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByLabelText('Login'));
  await user.click(dialog.getByLabelText('Reset experience'));
  await user.fill(dialog.getByLabelText('Allowed addresses'), ' 10.0.0.0/8, 203.0.113.7 ');
  await user.click(dialog.getByText('Create Token'));
  await screen.findByText('gb_3_new');
  expect(requests(route)).toMatchObject([
    {
      params: { id: '3' },
      body: {
        scopes: [...usualScopes.filter((scope) => scope !== 'login'), 'hiscores:reset'],
        addresses: ['10.0.0.0/8', '203.0.113.7'],
      },
    },
  ]);
});

test('a token is rotated at once and revoked after a question', async () => {
  const rotate = 'POST /api/admin/servers/{id}/tokens/{tokenId}/rotate';
  const revoke = 'DELETE /api/admin/servers/{id}/tokens/{tokenId}';
  const { user } = render(<ServerCard server={server} />, {
    as: 'admin',
    answers: { [rotate]: { id: 14, token: 'gb_3_rotated' }, [revoke]: undefined },
  });
  await user.click(screen.getByText('Rotate'));
  await screen.findByText('gb_3_rotated');
  await user.click(screen.getByText('I Have Copied It'));
  await user.click(screen.getByText('Revoke'));
  expect(requests(revoke)).toEqual([]);
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Revoke'));
  await screen.findByText('Token revoked.');
  const params = { id: '3', tokenId: '12' };
  expect([requests(rotate), requests(revoke)]).toMatchObject([[{ params }], [{ params }]]);
});

test('staff with the permission can rename a server, but neither remove it nor see its tokens', async () => {
  const staff = { ...testPlayer, user_rights: 2, permissions: ['server' as const] };
  const { user } = render(<ServerCard server={{ ...server, rejectedSaves: 2 }} />, { as: staff });
  screen.getByText(/^2 saves of players were refused/);
  expect(screen.queryByText('Tokens')).toBeNull();
  await user.click(screen.getByLabelText('Manage World 3', { selector: 'button' }));
  screen.getByText('Rename');
  expect(screen.queryByText('Remove')).toBeNull();
});

test('the facts of a server, and its removal after a question', async () => {
  const remove = 'DELETE /api/admin/servers/{id}';
  vi.useFakeTimers({ now: Date.parse('2026-01-02T04:05:36Z'), toFake: ['Date'] });
  const { user, rerender } = render(
    <ServerCard server={{ ...server, commandsWaiting: 4, online: 1017, max: 2000 }} />,
    { as: 'admin', answers: { [remove]: undefined } },
  );
  const facts = () =>
    Object.fromEntries(
      screen
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
  expect(facts()).toMatchObject({
    Players: '1,017 of 2,000',
    Version: '1.2.3',
    Queued: '4',
    Items: '40',
  });
  expect(Object.keys(facts())).toContain('Uptime');
  expect(screen.queryByText(/refused, for/)).toBeNull();
  rerender(
    <ServerCard
      server={{
        ...server,
        max: 0,
        itemCount: null,
        isOnline: false,
        heartbeatAt: null,
        rejectedSaves: 1,
      }}
    />,
  );
  expect(facts()).toMatchObject({
    Players: '17',
    'Last heartbeat': 'Never',
    Items: 'Not reported',
  });
  expect(Object.keys(facts())).not.toContain('Uptime');
  screen.getByText(/^A save of a player was refused/);
  const choose = async (answer: string) => {
    await user.click(
      screen.getByText('Remove', { selector: '[role=menuitem], [role=menuitem] *' }),
    );
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText(/^Remove World 3\? Its tokens are revoked/);
    await user.click(dialog.getByText(answer));
  };
  await choose('Cancel');
  expect(requests(remove)).toEqual([]);
  await choose('Remove');
  await screen.findByText('World 3 was removed.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '3' }]);
});

test('a server is renamed, and the dialog starts with its name', async () => {
  const rename = 'PATCH /api/admin/servers/{id}';
  const { user } = render(<ServerCard server={server} />, {
    as: 'admin',
    answers: { [rename]: undefined },
  });
  await user.click(screen.getByText('Rename'));
  const field = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(field.value).toBe('World 3');
  await user.clear(field);
  await user.fill(field, ' Old Keep ');
  await user.click(within(screen.getByRole('dialog')).getByText('Rename'));
  await expect
    .poll(() => requests(rename).map(({ params, body }) => ({ params, body })))
    .toEqual([{ params: { id: '3' }, body: { name: 'Old Keep' } }]);
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

test('a token that has every permission says so, and a token needs one at least', async () => {
  const all = { ...token, scopes: scopeTexts.map(({ scope }) => scope), addresses: [] };
  const used = { ...all, lastSeenAt: '2026-01-02T04:05:06Z', lastSeenIp: '192.0.2.9' };
  const { user, rerender } = render(<ServerCard server={{ ...server, tokens: [used] }} />, {
    as: 'admin',
  });
  expect(screen.getByText(/^All permissions\. Created/).textContent).not.toContain('Only from');
  screen.getByText(/^seen .* from 192\.0\.2\.9$/);
  rerender(<ServerCard server={{ ...server, tokens: [] }} />);
  screen.getByText('The game cannot connect to the site until it has a token for this server.');
  await user.click(screen.getByText('New Token'));
  const dialog = within(await screen.findByRole('dialog'));
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.filter(({ checked }) => checked)).toHaveLength(usualScopes.length);
  for (const box of boxes.filter(({ checked }) => checked)) await user.click(box);
  expect(dialog.getByText<HTMLButtonElement>('Create Token').disabled).toBe(true);
});

test('a player who is online is found by name and kicked from the own world', async () => {
  const kick = 'POST /api/admin/commands';
  const names = Array.from({ length: 7 }, (_, at) => `digger ${at + 1}`);
  const worlds = [
    { ...server, players: ['iron ada', ...names] },
    { ...server, id: 4, name: 'World 4', players: ['bo'] },
  ];
  const { user } = await renderScreen(<PlayerList servers={worlds} />, {
    address: '/admin/server',
    as: 'admin',
    answers: { [kick]: { ids: [1] } },
  });
  screen.getByText('Online Now (9)');
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines()).toHaveLength(9);
  expect(lines()[0]).toBe('BoWorld 4');
  await user.click(screen.getByLabelText('Kick Bo'));
  await screen.findByText('Kick command sent for Bo.');
  expect(requests(kick).map(({ body }) => body)).toEqual([
    { type: 'kick', args: { player: 'bo' }, serverId: 4 },
  ]);
  const search = screen.getByLabelText('Find an online player');
  await user.fill(search, 'Iron_A');
  expect(lines()).toEqual(['Iron AdaWorld 3']);
  await user.fill(search, 'x');
  screen.getByText('No player by that name is online.');
});

test('staff of the server see who is online, without links to them and without kicks', async () => {
  const staff = { ...testPlayer, user_rights: 2, permissions: ['server' as const] };
  await renderScreen(<PlayerList servers={[{ ...server, players: ['bo'] }]} />, {
    address: '/admin/server',
    as: staff,
  });
  expect(screen.getByRole('listitem').textContent).toBe('Bo');
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['no game server', false, [], ''],
  [
    'a game that is offline',
    false,
    [{ name: 'World 3', isOnline: false, online: 0, max: 9 }],
    'Game offline',
  ],
  [
    'a game with players',
    true,
    [{ name: 'World 3', isOnline: true, online: 17, max: 99 }],
    '17 online',
  ],
])('the header of a site with %s', async (_, isOnline, servers, text) => {
  const status = 'GET /api/server/status';
  const online = isOnline ? 17 : 0;
  const { container } = render(<OnlineNow />, {
    answers: { [status]: { isOnline, online, max: 99, servers } },
  });
  await expect.poll(() => requests(status)).toHaveLength(1);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => container.querySelector('p')?.textContent ?? '').toBe(text);
});

test('the hiscores of a server are reset after a question, unless it has reported nobody', async () => {
  const count = 'GET /api/admin/servers/{id}/hiscores';
  const reset = 'DELETE /api/admin/servers/{id}/hiscores';
  const { user } = render(<ServerCard server={server} />, {
    as: 'admin',
    answers: { [count]: { players: 0 }, [reset]: { players: 2 } },
  });
  await user.click(screen.getByLabelText('Reset the hiscores of World 3'));
  await screen.findByText('No player’s levels were last reported by World 3.');
  expect(screen.queryByRole('alertdialog')).toBeNull();
  answer({ [count]: { players: 2 } });
  await user.click(screen.getByLabelText('Reset the hiscores of World 3'));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^Reset 2 players\?.* This server counts for the hiscores/);
  await user.click(dialog.getByText('Reset'));
  await screen.findByText('2 players reset.');
  expect(requests(reset).map(({ params }) => params)).toEqual([{ id: '3' }]);
});

test('the setup asks for a token only of the server that was just added', async () => {
  const list = 'GET /api/admin/servers';
  const add = 'POST /api/admin/servers';
  const fresh = { ...server, heartbeatAt: null, isOnline: false, tokens: [] };
  const two = { ...server, id: 4, name: 'World 4', tokens: [token, { ...token, id: 13 }] };
  const third = { ...fresh, id: 5, name: 'World 5' };
  const first = render(<SetupGame />, { as: 'admin', answers: { [list]: [server, two, third] } });
  await screen.findAllByText('Connected: the game has reported.');
  screen.getByText('It has no token yet.');
  expect(screen.queryByLabelText('Create a token for World 4')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  first.unmount();
  queryClient.clear();
  const { user } = render(<SetupGame />, {
    as: 'admin',
    answers: { [list]: () => (requests(add).length > 0 ? [fresh] : []), [add]: fresh },
  });
  await user.click(await screen.findByText('Add Server'));
  await screen.findByText('New token for World 3');
  expect(requests(add).map(({ body }) => body)).toEqual([{ name: 'World 1' }]);
});

test('the times of a server are its own, and a version that is not known is left out', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-02T04:05:50Z'), toFake: ['Date'] });
  const { rerender } = render(<ServerCard server={server} />, { as: 'admin' });
  const facts = () =>
    Object.fromEntries(
      screen
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    );
  expect(facts()).toMatchObject({
    Players: '17 of 200',
    Uptime: '1 h 1 min',
    'Last heartbeat': '44 s ago',
    Queued: '0',
  });
  rerender(<ServerCard server={{ ...server, version: '', startedAt: null, itemCount: 1200 }} />);
  expect(facts()).toMatchObject({ Items: '1,200' });
  expect(Object.keys(facts())).not.toContain('Version');
  expect(Object.keys(facts())).not.toContain('Uptime');
});

test('a token that was used without a known address says when, and one that was not says so', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-02T04:05:50Z'), toFake: ['Date'] });
  const used = { ...token, lastSeenAt: '2026-01-02T04:03:06Z' };
  const { rerender } = render(<ServerCard server={{ ...server, tokens: [used] }} />, {
    as: 'admin',
  });
  screen.getByText('seen 2 min ago');
  rerender(<ServerCard server={server} />);
  screen.getByText('never used');
  screen.getByText('gb_3_…k3yz');
});

test('a server is taken out of the hiscores, and its players stay until they are reset', async () => {
  const count = 'GET /api/admin/servers/{id}/hiscores';
  const change = 'PATCH /api/admin/servers/{id}/hiscores';
  const reset = 'DELETE /api/admin/servers/{id}/hiscores';
  const { user, rerender } = render(<ServerCard server={server} />, {
    as: 'admin',
    answers: { [change]: undefined, [count]: { players: 1 } },
  });
  const toggle = screen.getByRole('switch', { name: 'World 3 counts for the hiscores' });
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  screen.getByText('The levels that this server reports are ranked.');
  await user.click(toggle);
  await expect
    .poll(() => requests(change).map(({ params, body }) => ({ params, body })))
    .toEqual([{ params: { id: '3' }, body: { counts: false } }]);
  rerender(<ServerCard server={{ ...server, countsForHiscores: false }} />);
  expect(toggle.getAttribute('aria-checked')).toBe('false');
  screen.getByText(/^The levels that this server reports are not ranked\./);
  await user.click(screen.getByLabelText('Reset the hiscores of World 3'));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^Reset 1 player\?.* They come back only when a server that counts/);
  await user.click(dialog.getByText('Cancel'));
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(requests(reset)).toEqual([]);
});

test('without hiscores a server has no part for them', () => {
  changeSite({ featuresOff: ['hiscores'] });
  render(<ServerCard server={server} />, { as: 'admin' });
  screen.getByText('Tokens');
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a token is shown with the steps of the chosen game', async () => {
  const rotate = 'POST /api/admin/servers/{id}/tokens/{tokenId}/rotate';
  const { user } = render(<ServerCard server={server} />, {
    as: 'admin',
    answers: { [rotate]: { id: 14, token: 'gb_3_rotated' } },
  });
  await user.click(screen.getByText('Rotate'));
  await screen.findByRole('dialog', { name: 'Token for World 3' });
  const shown = () => screen.getByRole('dialog').textContent ?? '';
  expect(shown()).toContain('adapters/lostcity/README.md');
  const game = setupGames.find(({ value }) => value === 'java')!;
  await user.selectOptions(screen.getByLabelText('Game'), game.label);
  expect(shown()).toContain('adapters/java/README.md');
  expect(shown()).not.toContain('adapters/lostcity/README.md');
  const [step] = listSetupSteps('java', {
    token: 'gb_3_rotated',
    origin: location.origin,
    password: '',
  });
  expect(shown()).toContain(step!.label);
});

test('a search is offered for more than eight players, and sixty are shown at first', async () => {
  const world = (count: number) => ({
    ...server,
    players: Array.from({ length: count }, (_, at) => `digger ${100 + at}`),
  });
  const open = (count: number) =>
    renderScreen(<PlayerList servers={[world(count)]} />, {
      address: '/admin/server',
      as: 'admin',
    });
  const few = await open(8);
  expect(screen.queryByLabelText('Find an online player')).toBeNull();
  // The name of a single server is not said.
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe('Digger 100');
  const link = screen.getByText('Digger 100').closest('a');
  expect(link?.getAttribute('href')).toBe('/admin/manage/digger%20100');
  few.unmount();
  const { user, unmount } = await open(61);
  expect(screen.getAllByRole('listitem')).toHaveLength(60);
  screen.getByLabelText('Find an online player');
  await user.click(screen.getByText('Show All 61'));
  expect(screen.getAllByRole('listitem')).toHaveLength(61);
  expect(screen.queryByText(/^Show All/)).toBeNull();
  unmount();
  await open(0);
  screen.getByText('No players are online.');
  screen.getByText('Online Now (0)');
});

test('the setup says how far each server is, and gives it a token', async () => {
  const fresh = { ...server, heartbeatAt: null, isOnline: false };
  const { user } = render(<SetupGame />, {
    as: 'admin',
    answers: {
      'GET /api/admin/servers': [server, { ...fresh, id: 4, name: 'World 4' }],
    },
  });
  await screen.findByText('It has a token. The game has not reported yet.');
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'World 3Connected: the game has reported.OnlineCreate Token',
    'World 4It has a token. The game has not reported yet.Create Token',
  ]);
  await user.click(screen.getByLabelText('Create a token for World 4'));
  const dialog = within(await screen.findByRole('dialog', { name: 'New token for World 4' }));
  await user.click(dialog.getByText('Cancel'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});
