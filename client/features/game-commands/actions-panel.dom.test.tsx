import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render, renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { GameServer } from '#shared/endpoints/game-servers.ts';
import { commandTypes } from '#shared/rules/commands.ts';

import { ActionsPanel } from './actions-panel.tsx';
import { CommandLog } from './command-log.tsx';
import { describeCommand, typeLabels } from './describe-command.ts';

// The panel reads only these.
const server = { id: 3, name: 'World 3', isOnline: true, players: ['Ash'] } as GameServer;
const silent = { ...server, id: 4, name: 'Old World', isOnline: false, players: [] };
const route = 'POST /api/admin/commands';
const offline = /^The game is offline/;

test('a broadcast goes to every server, or to the chosen one', async () => {
  const { user } = render(<ActionsPanel servers={[server, silent]} />, {
    as: 'admin',
    answers: { [route]: { ids: [1] } },
  });
  expect(screen.queryByText(offline)).toBeNull();
  await user.fill(screen.getByLabelText('Broadcast'), ' Soon ');
  await user.click(screen.getByText('Send'));
  await screen.findByText('Broadcast sent.');
  await user.selectOptions(screen.getByLabelText('Where'), 'Old World');
  screen.getByText(offline);
  await user.fill(screen.getByLabelText('Kick'), 'Ash');
  await user.click(screen.getByText('Kick', { selector: 'button *, button' }));
  await screen.findByText('Kick command sent for Ash.');
  expect(requests(route).map(({ body }) => body)).toEqual([
    { type: 'broadcast', args: { message: 'Soon' } },
    { type: 'kick', args: { player: 'Ash' }, serverId: 4 },
  ]);
});

test('a restart asks first and has a countdown', async () => {
  const { user } = render(<ActionsPanel servers={[server]} />, {
    as: 'admin',
    answers: { [route]: { ids: [1] } },
  });
  await user.selectOptions(screen.getByLabelText('When'), 'In 1 minute');
  await user.click(screen.getByText('Restart', { selector: 'button *, button' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^Restart the game in 1 minute\?/);
  expect(requests(route)).toEqual([]);
  await user.click(dialog.getByText('Restart', { selector: 'button *, button' }));
  await screen.findByText('Restart command sent.');
  expect(requests(route).map(({ body }) => body)).toEqual([
    { type: 'restart', args: { seconds: 60 } },
  ]);
});

test('only admins can kick', () => {
  const staff = { ...testPlayer, user_rights: 2, permissions: ['server' as const] };
  render(<ActionsPanel servers={[server]} />, { as: staff });
  screen.getByLabelText('Broadcast');
  expect(screen.queryByLabelText('Kick')).toBeNull();
});

test('a restart is of the chosen server, at the usual time, and not after Cancel', async () => {
  const { user } = render(<ActionsPanel servers={[server, silent]} />, {
    as: 'admin',
    answers: { [route]: { ids: [1] } },
  });
  const button = screen.getByText('Restart', { selector: 'form *' });
  await user.click(button);
  let dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^Restart the game in 5 minutes\?/);
  await user.click(dialog.getByText('Cancel'));
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Where'), 'World 3');
  await user.selectOptions(screen.getByLabelText('When'), 'At once');
  await user.click(button);
  dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText(/^Restart World 3 at once\?/);
  await user.click(dialog.getByText('Restart', { selector: 'button *, button' }));
  await screen.findByText('Restart command sent.');
  expect(requests(route).map(({ body }) => body)).toEqual([
    { type: 'restart', args: { seconds: 0 }, serverId: 3 },
  ]);
});

test('one server is not asked for, each player is suggested once, and a refusal keeps the text', async () => {
  const alone = { ...server, players: ['Moss', 'Ash'] };
  const { user, rerender } = render(<ActionsPanel servers={[alone]} />, {
    as: 'admin',
    answers: { [route]: refuse('request/invalid', 'Too long.') },
  });
  expect(screen.queryByLabelText('Where')).toBeNull();
  const field = screen.getByLabelText<HTMLInputElement>('Broadcast');
  await user.fill(field, 'Hello');
  await user.click(screen.getByText('Send'));
  await screen.findByText('Too long.');
  expect(field.value).toBe('Hello');
  rerender(<ActionsPanel servers={[alone, { ...silent, players: ['Ash', 'Bob'] }]} />);
  const names = [...document.querySelectorAll('datalist option')].map(
    (option) => (option as HTMLOptionElement).value,
  );
  expect(names).toEqual(['Ash', 'Bob', 'Moss']);
  rerender(<ActionsPanel servers={[{ ...alone, isOnline: false }]} />);
  screen.getByText(offline);
});

test.each<[string, Parameters<typeof describeCommand>[0], string]>([
  ['a kick', { type: 'kick', args: { player: 'ash' } }, 'Ash'],
  [
    'a ban for ever',
    { type: 'ban', args: { player: 'ash', reason: 'Bots' } },
    'Ash permanently: Bots',
  ],
  [
    'a mute',
    { type: 'mute', args: { player: 'ash', until: '2026-11-20T12:00:00Z' } },
    'Ash until 20 Nov 2026, 07:00',
  ],
  [
    'a teleport',
    { type: 'teleport', args: { player: 'ash', x: 3, y: 4, height: 1 } },
    'Ash to 3, 4, 1',
  ],
  ['a rank', { type: 'setRank', args: { player: 'ash', rank: 2 } }, 'Ash to 2'],
  ['a new name', { type: 'rename', args: { player: 'ash', name: 'Oak' } }, 'Ash to Oak'],
  ['a vote', { type: 'vote', args: { player: 'ash', list: 'TopG' } }, 'Ash on TopG'],
  ['a broadcast', { type: 'broadcast', args: { message: 'Hi' } }, '“Hi”'],
  ['a restart', { type: 'restart', args: { seconds: 60 } }, 'in 60 seconds'],
  ['a restart at once', { type: 'restart', args: { seconds: 0 } }, 'at once'],
  ['a reload', { type: 'reloadContracts', args: {} }, ''],
])('the log describes %s', (_, command, text) => {
  expect(describeCommand(command)).toBe(text);
});

test('the log of commands is filtered by the address, and its pages keep the filter', async () => {
  const log = 'GET /api/admin/commands';
  const command = {
    id: 1,
    type: 'kick' as const,
    args: { player: 'ash' },
    server: 'World 3',
    actor: 'Elder',
    createdAt: '2026-11-20T12:00:00Z',
    state: 'failed' as const,
    detail: 'Not in the game.',
  };
  answerNothing();
  const { user, router } = await renderPage(
    '/admin/server?view=commands&type=kick&state=failed&page=2',
    {
      as: 'admin',
      answers: { [log]: { commands: [command], page: 2, pages: 3, total: 60 } as never },
    },
  );
  const table = await screen.findByRole('table', { name: 'Commands' });
  const cells = [...table.querySelectorAll('tbody tr > *')].map(({ textContent }) => textContent);
  expect([cells[0], cells[1], cells[2], cells[4]]).toEqual([
    'Kick Ash',
    'World 3',
    'Elder',
    'FailedNot in the game.',
  ]);
  expect(requests(log)[0]?.query).toEqual({ page: '2', type: 'kick', state: 'failed' });
  answer({ [log]: { commands: [], page: 3, pages: 3, total: 60 } as never });
  const pages = screen.getByRole('navigation', { name: 'Pages of the log' });
  await user.click([...pages.querySelectorAll('a')].at(-1)!);
  await screen.findByText('No commands match these filters.');
  expect(requests(log).at(-1)?.query).toEqual({ page: '3', type: 'kick', state: 'failed' });
  // A new filter stays at the log and starts at its first page.
  await user.selectOptions(screen.getByLabelText('Result'), 'Done');
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ view: 'commands', type: 'kick', state: 'done' });
  await expect
    .poll(() => requests(log).at(-1)?.query)
    .toEqual({ page: '1', type: 'kick', state: 'done' });
});

test('a field is empty after its command was sent', async () => {
  const { user } = render(<ActionsPanel servers={[server]} />, {
    as: 'admin',
    answers: { [route]: { ids: [1] } },
  });
  const [broadcast, kick] = ['Broadcast', 'Kick'].map((label) =>
    screen.getByLabelText<HTMLInputElement>(label),
  );
  await user.fill(broadcast!, 'Soon');
  await user.click(screen.getByText('Send'));
  await screen.findByText('Broadcast sent.');
  await expect.poll(() => broadcast!.value).toBe('');
  await user.fill(kick!, ' Ash ');
  await user.click(screen.getByText('Kick', { selector: 'button *, button' }));
  await screen.findByText('Kick command sent for Ash.');
  await expect.poll(() => kick!.value).toBe('');
});

test('each command of the log has its name, and each result its word', async () => {
  const command = {
    id: 1,
    type: 'kick' as const,
    args: { player: 'ash' },
    server: 'World 3',
    actor: 'Elder',
    createdAt: '2026-11-20T12:00:00Z',
    detail: null,
  };
  const results = [
    ['waiting', 'Waiting'],
    ['sent', 'Sent'],
    ['done', 'Done'],
    ['failed', 'Failed'],
    ['unsupported', 'Unsupported'],
    ['expired', 'Expired'],
  ] as const;
  const commands = results.map(([state], id) => ({ ...command, id, state }));
  await renderScreen(<CommandLog />, {
    address: '/admin/server?page=1',
    as: 'admin',
    answers: { 'GET /api/admin/commands': { commands, page: 1, pages: 1, total: 6 } as never },
  });
  const table = await screen.findByRole('table', { name: 'Commands' });
  const cells = [...table.querySelectorAll('tbody tr')].map((row) => row.lastChild?.textContent);
  expect(cells).toEqual(results.map(([, label]) => label));
  const options = [...screen.getByLabelText<HTMLSelectElement>('Command').options];
  expect(options.map(({ text }) => text)).toEqual([
    'All commands',
    ...commandTypes.map((type) => typeLabels[type]),
  ]);
});
