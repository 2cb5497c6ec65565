import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { Deliverer } from '#shared/endpoints/game-servers.ts';

import { ItemEditor } from './item-editor.tsx';

const world: Deliverer = {
  id: 1,
  name: 'World 1',
  delivers: true,
  hasConnected: true,
  hasItem: null,
  itemName: null,
  hasNames: true,
};
const silent = { ...world, id: 2, name: 'Lost City', hasConnected: false, hasNames: false };

function open(findServers: (itemId: string | undefined) => Deliverer[]) {
  return renderScreen(<ItemEditor edited={{ kind: 'new' }} />, {
    address: '/admin/shop',
    as: 'admin',
    answers: {
      'GET /api/admin/servers/deliverers': ({ query }) => findServers(query.itemId),
      'GET /api/admin/servers/items': [
        { id: 4151, name: 'abyssal_whip', servers: ['World 1'] },
        { id: 4178, name: 'abyssal_whip_note', servers: ['World 1'] },
      ],
    },
  });
}

test('an item is found by its name, and its id filled in', async () => {
  const { user } = await open(() => [world]);
  await user.fill(await screen.findByLabelText(/^Find an item of the game/), 'whip');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'abyssal_whip4151',
    'abyssal_whip_note4178',
  ]);
  expect(requests('GET /api/admin/servers/items').at(-1)?.query).toEqual({ search: 'whip' });
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByLabelText<HTMLInputElement>(/^In-game item id/).value).toBe('4178');
  expect(screen.queryByRole('option')).toBeNull();
});

test('without names there is nothing to search', async () => {
  await open(() => [silent]);
  await screen.findByLabelText(/^In-game item id/);
  expect(screen.queryByLabelText(/^Find an item of the game/)).toBeNull();
});

test('the editor says which games have the item, lack it and never connected', async () => {
  const { user } = await open((itemId) => [
    { ...world, hasItem: itemId === undefined ? null : itemId !== '60000' },
    silent,
  ]);
  const field = await screen.findByLabelText(/^In-game item id/);
  await user.fill(field, '60000');
  await screen.findByText(
    'World 1 has no item 60000, and Lost City has never connected, so players cannot buy this. Start the game with its token first.',
  );
  await user.clear(field);
  await user.type(field, '995');
  await screen.findByText('Lost City has never connected. Players receive it only on World 1.');
});
