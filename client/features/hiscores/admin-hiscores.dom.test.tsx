import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
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
