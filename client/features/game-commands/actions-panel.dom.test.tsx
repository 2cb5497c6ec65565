import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { GameServer } from '#shared/endpoints/game-servers.ts';

import { ActionsPanel } from './actions-panel.tsx';

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
