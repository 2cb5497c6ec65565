import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { answer, hold, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { ManagedCounter, ManagedMode } from '#shared/endpoints/hiscore-lists.ts';

const ironman: ManagedMode = {
  id: 1,
  key: 'ironman',
  name: 'Ironman',
  icon: 'helm',
  colour: 'neutral',
  players: 12,
};
const wyrm: ManagedCounter = {
  id: 32,
  key: 'wyrm',
  name: 'Old Wyrm',
  group: 'Bosses',
  icon: 'dragon',
  minimum: 5,
  players: 1204,
};
const siege: ManagedCounter = {
  ...wyrm,
  id: 33,
  key: 'siege',
  name: 'Castle Siege',
  group: 'Minigames',
};

const others: Answers = {
  'GET /api/admin/hiscores/modes': { modes: [ironman] },
  'GET /api/admin/hiscores/counters': { counters: [wyrm, siege] },
  'GET /api/admin/hiscores/unknown': { reports: [] },
};

testStates('the game modes for admins', {
  path: '/admin/hiscores',
  as: 'admin',
  answers: others,
  route: 'GET /api/admin/hiscores/modes',
  error: 'The game modes could not be loaded',
  ready: [
    { modes: [] },
    'None yet: all players share one list. Add ironman, hardcore, an XP rate …',
  ],
});

testStates('the counters for admins', {
  path: '/admin/hiscores',
  as: 'admin',
  answers: others,
  route: 'GET /api/admin/hiscores/counters',
  error: 'The counters could not be loaded',
  ready: [
    { counters: [] },
    'None yet: only skills are ranked. Add bosses, minigames, clue scrolls …',
  ],
});

function open(answers: Answers = {}) {
  return renderPage('/admin/hiscores', { as: 'admin', answers: { ...others, ...answers } });
}

test('what the game reports and the site does not know is added with its key', async () => {
  const { user } = await open({
    'GET /api/admin/hiscores/unknown': {
      reports: [
        {
          kind: 'counter',
          key: 'king_black_dragon',
          gameServer: 'World 1',
          firstSeen: '2026-11-17T10:00:00.000Z',
          lastSeen: '2026-11-18T10:00:00.000Z',
          sample: 31,
        },
      ],
    },
    'POST /api/admin/hiscores/counters': { ...wyrm, id: 34, name: 'King Black Dragon' },
  });
  await user.click(await screen.findByRole('button', { name: 'Add king_black_dragon' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Counter' });
  await user.click(within(dialog).getByLabelText('Dragon'));
  const minimum = within(dialog).getByLabelText(/^Listed from/);
  await user.clear(minimum);
  await user.type(minimum, '10');
  await user.click(within(dialog).getByText('Save'));
  await screen.findByText('“King Black Dragon” is saved.');
  expect(requests('POST /api/admin/hiscores/counters')[0]?.body).toEqual({
    key: 'king_black_dragon',
    name: 'King Black Dragon',
    group: 'Bosses',
    icon: 'dragon',
    minimum: 10,
  });
});

test('a game mode is changed in a dialog', async () => {
  const { user } = await open({
    'PUT /api/admin/hiscores/modes/{id}': { ...ironman, name: 'Iron' },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Ironman' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Game Mode' });
  await user.clear(within(dialog).getByLabelText('Name'));
  await user.click(within(dialog).getByText('Save'));
  await within(dialog).findByText('Enter a name.');
  await user.fill(within(dialog).getByLabelText('Name'), 'Iron');
  await user.click(within(dialog).getByLabelText('Red'));
  await user.click(within(dialog).getByText('Save'));
  await screen.findByText('“Iron” is saved.');
  const [sent] = requests('PUT /api/admin/hiscores/modes/{id}');
  expect(sent).toMatchObject({
    params: { id: '1' },
    body: { key: 'ironman', name: 'Iron', icon: 'helm', colour: 'blood' },
  });
});

test('a counter keeps what was not changed', async () => {
  const route = 'PUT /api/admin/hiscores/counters/{id}';
  const { user } = await open({ [route]: siege });
  await user.click(await screen.findByRole('button', { name: 'Edit Castle Siege' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Counter' });
  await user.click(within(dialog).getByText('Save'));
  await screen.findByText('“Castle Siege” is saved.');
  const { id: _id, players: _players, ...draft } = siege;
  expect(requests(route).map(({ body }) => body)).toEqual([draft]);
});

test('counters are sorted and deleted', async () => {
  const { user } = await open({
    'PUT /api/admin/hiscores/counters/order': { counters: [siege, wyrm] },
    'DELETE /api/admin/hiscores/counters/{id}': undefined,
  });
  await user.click(await screen.findByRole('button', { name: 'Move Castle Siege up' }));
  await expect
    .poll(() => requests('PUT /api/admin/hiscores/counters/order')[0]?.body)
    .toEqual({ ids: [33, 32] });
  await user.click(screen.getByRole('button', { name: 'Delete Old Wyrm' }));
  await screen.findByText(/^Delete “Old Wyrm”\? The counts of all players/);
  await user.click(screen.getAllByText('Delete').at(-1)!);
  await screen.findByText('Deleted.');
  expect(requests('DELETE /api/admin/hiscores/counters/{id}')[0]?.params).toEqual({ id: '32' });
});

test('a second move waits until the first is saved', async () => {
  const order = 'PUT /api/admin/hiscores/counters/order';
  const held = hold<typeof order>();
  const { user } = await open({ [order]: held.answer });
  await user.click(await screen.findByRole('button', { name: 'Move Castle Siege up' }));
  await user.click(screen.getByRole('button', { name: 'Move Old Wyrm down' }));
  const sorted = { counters: [siege, wyrm] };
  answer({ 'GET /api/admin/hiscores/counters': sorted });
  held.give(sorted);
  const upButton = () => screen.getByRole('button', { name: 'Move Castle Siege up' });
  await expect.poll(() => upButton().getAttribute('aria-disabled')).toBe('true');
  expect(requests(order).map(({ body }) => body)).toEqual([{ ids: [33, 32] }]);
});

test('a new game mode is sent as typed, and only its own deletion names its players', async () => {
  const create = 'POST /api/admin/hiscores/modes';
  const remove = 'DELETE /api/admin/hiscores/modes/{id}';
  const { user } = await open({ [create]: ironman, [remove]: undefined });
  const button = await screen.findByRole('button', { name: 'Delete Ironman' });
  const move = (name: string) =>
    screen.getByLabelText(name).getAttribute('aria-disabled') === 'true';
  expect([move('Move Old Wyrm up'), move('Move Old Wyrm down')]).toEqual([true, false]);
  expect([move('Move Castle Siege up'), move('Move Castle Siege down')]).toEqual([false, true]);
  await user.click(button);
  await screen.findByText('Delete “Ironman”? Its players stay in the lists of all players.');
  await user.click(screen.getByText('Cancel'));
  expect(requests(remove)).toEqual([]);
  await user.click(screen.getByText('Add Mode'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Game Mode' }));
  await user.fill(dialog.getByLabelText('Name'), 'Group');
  await user.fill(dialog.getByLabelText(/^Key/, { selector: '[name=key]' }), 'group_ironman');
  await user.click(dialog.getByText('Save'));
  await screen.findByText('“Ironman” is saved.');
  expect(requests(create).map(({ body }) => body)).toEqual([
    { name: 'Group', key: 'group_ironman', icon: 'helm', colour: 'neutral' },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button);
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await screen.findByText('Deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '1' }]);
});

test('what the game reports is dismissed by its kind and key', async () => {
  const unknown = 'GET /api/admin/hiscores/unknown';
  const dismiss = 'DELETE /api/admin/hiscores/unknown/{kind}/{key}';
  const report = {
    kind: 'mode' as const,
    key: 'ultimate',
    gameServer: 'World 2',
    firstSeen: '2026-11-17T10:00:00.000Z',
    lastSeen: '2026-11-18T10:00:00.000Z',
    sample: null,
  };
  const { user } = await open({
    [unknown]: { reports: [report, { ...report, kind: 'counter', sample: 7 }] },
    [dismiss]: undefined,
  });
  const table = await screen.findByRole('table', { name: 'Unknown modes and counters' });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent))).toEqual([
    ['ultimate', 'Game mode', 'World 2', ''],
    ['ultimate', 'Counter', 'World 2', '7'],
  ]);
  answer({ [unknown]: { reports: [] } });
  await user.click(within(rows[1]!).getByLabelText('Dismiss ultimate'));
  await screen.findByText('Dismissed. It comes back if the game reports it again.');
  expect(requests(dismiss).map(({ params }) => params)).toEqual([
    { kind: 'counter', key: 'ultimate' },
  ]);
  await expect.poll(() => screen.queryByText('Reported by the Game')).toBeNull();
});

test('game modes are sorted among themselves, and a new counter joins the first group', async () => {
  const order = 'PUT /api/admin/hiscores/modes/order';
  const hardcore: ManagedMode = {
    ...ironman,
    id: 2,
    key: 'hardcore',
    name: 'Hardcore',
    players: 0,
  };
  const { user } = await open({
    'GET /api/admin/hiscores/modes': { modes: [ironman, hardcore] },
    [order]: { modes: [hardcore, ironman] },
  });
  await user.click(await screen.findByLabelText('Move Hardcore up'));
  await expect.poll(() => requests(order).map(({ body }) => body)).toEqual([{ ids: [2, 1] }]);
  await user.click(screen.getByText('Add Counter'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Counter' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Group').value).toBe('Bosses');
  dialog.getByText('Listed together. So far: Bosses, Minigames.');
  expect(dialog.getByLabelText<HTMLInputElement>('Listed from').value).toBe('1');
});
