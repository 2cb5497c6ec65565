import { screen } from '@testing-library/react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';

import { answer, requests } from '#client/testing/fake-fetch.ts';
import { answerUploads } from '#client/testing/fake-upload.ts';
import { lantern } from '#client/testing/managed-item.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { changeSite } from '#client/testing/test-site.ts';
import type { Deliverer } from '#shared/endpoints/game-servers.ts';
import { shopLimits } from '#shared/endpoints/shop.ts';
import type { ManagedItem } from '#shared/endpoints/shop.ts';

import { ItemEditor } from './item-editor.tsx';

const world: Deliverer = {
  id: 1,
  name: 'World 1',
  delivers: true,
  hasConnected: true,
  hasItem: null,
  itemName: null,
  hasNames: true,
  kinds: ['item', 'membership'],
};
const silent = { ...world, id: 2, name: 'Lost City', hasConnected: false, hasNames: false };

const managed: ManagedItem = { ...lantern, id: '21', name: 'Sword', price: 300, itemId: 1333 };
const items: ManagedItem[] = [
  managed,
  { ...managed, id: '22', name: 'Flask', price: 40, quantity: 10 },
  { ...managed, id: '23', name: 'Other bundle', kind: 'bundle' },
];

function open(
  findServers: (itemId: string | undefined) => Deliverer[],
  edited: ComponentProps<typeof ItemEditor>['edited'] = { kind: 'new' },
) {
  return renderScreen(<ItemEditor edited={edited} />, {
    address: '/admin/shop',
    as: 'admin',
    answers: {
      'GET /api/admin/shop/items': items,
      'GET /api/admin/shop/categories': [{ id: '4', name: 'Robes' }],
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
  const options = await screen.findAllByRole('option', { name: /^abyssal/ });
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'abyssal_whip4151',
    'abyssal_whip_note4178',
  ]);
  expect(requests('GET /api/admin/servers/items').at(-1)?.query).toEqual({ search: 'whip' });
  await user.keyboard('{ArrowDown}{Enter}');
  expect(screen.getByLabelText<HTMLInputElement>(/^In-game item id/).value).toBe('4178');
  expect(screen.queryByRole('option', { name: /^abyssal/ })).toBeNull();
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

test('a membership has days instead of an item, and says which game cannot deliver it', async () => {
  const { user } = await open(() => [
    world,
    { ...world, id: 3, name: 'Old World', kinds: ['item'] },
  ]);
  answer({ 'POST /api/admin/shop/items': managed });
  await user.fill(await screen.findByLabelText(/^Name/), 'Thirty days');
  await user.fill(screen.getByLabelText(/^Price/), '900');
  await screen.findByText('Robes');
  await user.selectOptions(screen.getByLabelText(/^Category/), 'Robes');
  await user.click(screen.getByLabelText(/^Membership/));
  expect(screen.queryByLabelText(/^In-game item id/)).toBeNull();
  await screen.findByText(
    'Old World cannot deliver memberships. Players receive it only on World 1.',
  );
  await user.fill(screen.getByRole('textbox', { name: /^Membership/ }), 'member');
  await user.fill(screen.getByLabelText(/^Days/), '30');
  await user.fill(screen.getByLabelText(/^Limit for all players/), '500');
  await user.fill(screen.getByLabelText(/^Needed total level/), '1200');
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests('POST /api/admin/shop/items')).toHaveLength(1);
  expect(requests('POST /api/admin/shop/items')[0]?.body).toEqual({
    kind: 'membership',
    name: 'Thirty days',
    description: '',
    image: null,
    price: 900,
    itemId: 0,
    quantity: 1,
    enabled: true,
    endsAt: null,
    stock: null,
    perPlayerLimit: null,
    totalLimit: 500,
    needsLevel: 1200,
    needsStep: null,
    categoryId: 4,
    value: 'member',
    endValue: null,
    days: 30,
    isOneDelivery: false,
    serverIds: null,
  });
});

test('a bundle offers items but no bundles, and shows what players save', async () => {
  const { user } = await open(() => [world]);
  answer({ 'POST /api/admin/shop/items': managed });
  await user.fill(await screen.findByLabelText(/^Name/), 'Starter kit');
  await user.fill(screen.getByLabelText(/^Price/), '350');
  await user.click(screen.getByLabelText(/^Bundle/));
  const first = await screen.findByLabelText('Part 1');
  await expect.poll(() => first.textContent).toBe('Choose an itemSwordFlask');
  await user.selectOptions(first, 'Sword');
  await user.selectOptions(screen.getByLabelText('Part 2'), 'Flask');
  await user.fill(screen.getByLabelText('Count of part 2'), '0');
  await user.click(screen.getByLabelText('Move part 2 up'));
  await screen.findByText(/^Bought apart: 700 TC\. Players save 350 TC\./);
  expect(screen.getByRole('list', { name: 'Contents' }).textContent).toBe('Flask × 100Sword');
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests('POST /api/admin/shop/items')).toHaveLength(1);
  expect(requests('POST /api/admin/shop/items')[0]?.body).toMatchObject({
    kind: 'bundle',
    parts: [
      { itemId: 22, count: 10 },
      { itemId: 21, count: 1 },
    ],
  });
});

test.each([
  ['edit', 'PUT /api/admin/shop/items/{id}', { enabled: false, version: 5, stockSeen: 0 }],
  ['copy', 'POST /api/admin/shop/items', { enabled: false }],
] as const)('an item stays off in the editor: %s', async (kind, route, body) => {
  const item = { ...managed, version: 5, enabled: kind === 'copy', stock: 0, serverIds: [2] };
  const { user } = await open(() => [world, silent], { kind, item });
  answer({ [route]: managed });
  expect((await screen.findByLabelText<HTMLInputElement>('World 1')).checked).toBe(false);
  expect(screen.queryByLabelText(/^Membership/) === null).toBe(kind === 'edit');
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  const sent = requests(route)[0]?.body;
  expect(sent).toMatchObject({ ...body, stock: 0, serverIds: [2] });
  expect(Object.hasOwn(sent as object, 'version')).toBe(kind === 'edit');
});

test('a live update of an item that is being edited does not change what the save is based on', async () => {
  const item = { ...managed, version: 5, stock: 9 };
  function Live() {
    const [now, setNow] = useState(item);
    return (
      <>
        <button onClick={() => setNow({ ...item, version: 6, stock: 4, name: 'Renamed' })}>
          Someone buys
        </button>
        <ItemEditor edited={{ kind: 'edit', item: now }} />
      </>
    );
  }
  const route = 'PUT /api/admin/shop/items/{id}';
  const { user } = await renderScreen(<Live />, {
    address: '/admin/shop',
    as: 'admin',
    answers: {
      'GET /api/admin/shop/items': items,
      'GET /api/admin/shop/categories': [],
      'GET /api/admin/servers/deliverers': [world],
      [route]: managed,
    },
  });
  await user.click(screen.getByText('Someone buys'));
  const price = screen.getByLabelText(/^Price/);
  await user.clear(price);
  await user.fill(price, '450');
  const stock = screen.getByLabelText(/^Stock/);
  await user.clear(stock);
  await user.fill(stock, '20');
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  expect(requests(route)[0]).toMatchObject({
    params: { id: '21' },
    body: { version: 5, stockSeen: 9, stock: 20, name: 'Sword', price: 450 },
  });
});

test('a saved bundle keeps at least two parts, and one delivery has its own servers', async () => {
  const item: ManagedItem = {
    ...managed,
    id: '23',
    name: 'Kit',
    kind: 'bundle',
    price: 900,
    isOneDelivery: true,
    serverIds: [1],
    parts: [
      { itemId: 21, count: 2 },
      { itemId: 22, count: 5 },
    ],
  };
  const route = 'PUT /api/admin/shop/items/{id}';
  const { user } = await open(() => [world, silent], { kind: 'edit', item });
  answer({ [route]: managed });
  const servers = await screen.findByLabelText<HTMLInputElement>('World 1');
  expect(servers.checked).toBe(true);
  // 2 × 300 + 5 × 40 is less than the price.
  await screen.findByText(/^Bought apart: 800 TC$/);
  expect(screen.queryByLabelText(/^Stock/)).toBeNull();
  const canRemove = () =>
    screen.getAllByLabelText<HTMLButtonElement>(/^Remove part/).map(({ disabled }) => !disabled);
  expect(canRemove()).toEqual([false, false]);
  await user.click(screen.getByText('Add Item'));
  expect(canRemove()).toEqual([true, true, true]);
  await user.click(screen.getByLabelText('Remove part 1'));
  await user.selectOptions(screen.getByLabelText('Part 2'), 'Sword');
  await user.click(screen.getByLabelText(/^Delivered as one/));
  expect(screen.queryByLabelText('World 1')).toBeNull();
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  expect(requests(route)[0]?.body).toMatchObject({
    kind: 'bundle',
    isOneDelivery: false,
    stock: null,
    parts: [
      { itemId: 22, count: 5 },
      { itemId: 21, count: 1 },
    ],
  });
});

test('an item for every game starts with all of them when only some shall deliver it', async () => {
  const route = 'PUT /api/admin/shop/items/{id}';
  const { user } = await open(() => [world, silent], { kind: 'edit', item: managed });
  answer({ [route]: managed });
  const every = await screen.findByLabelText<HTMLInputElement>(/^Every game server/);
  expect(every.checked).toBe(true);
  await user.click(every);
  const boxes = () =>
    ['World 1', 'Lost City'].map((name) => screen.getByLabelText<HTMLInputElement>(name).checked);
  expect(boxes()).toEqual([true, true]);
  screen.getByText('Has never connected.');
  await user.click(screen.getByLabelText('World 1'));
  expect(boxes()).toEqual([false, true]);
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  await user.click(every);
  expect(screen.queryByLabelText('World 1')).toBeNull();
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(2);
  const sent = requests(route).map(({ body }) => (body as ManagedItem).serverIds);
  expect(sent).toEqual([[2], null]);
});

test('the last server may be the only one of an item, which can be for every game again', async () => {
  const route = 'PUT /api/admin/shop/items/{id}';
  const item = { ...managed, serverIds: [2] };
  const { user } = await open(() => [{ ...silent, delivers: false }], { kind: 'edit', item });
  answer({ [route]: managed });
  const every = await screen.findByLabelText<HTMLInputElement>(/^Every game server/);
  expect(every.checked).toBe(false);
  screen.getByText('Has no token for deliveries.');
  await user.click(every);
  expect(screen.queryByLabelText(/^Every game server/)).toBeNull();
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  expect(requests(route)[0]?.body).toMatchObject({ serverIds: null });
});

test('an item can need a supporter rank, where there are ranks', async () => {
  const route = 'PUT /api/admin/shop/items/{id}';
  const step = { id: 4, name: 'Knight', icon: 'star', colour: 'gold' } as const;
  changeSite({ supporterSteps: [{ ...step, id: 3, name: 'Squire' }, step] });
  const { user, unmount } = await open(() => [world], { kind: 'edit', item: managed });
  answer({ [route]: managed });
  await user.selectOptions(await screen.findByLabelText('Needed supporter rank'), 'Knight');
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  expect(requests(route)[0]?.body).toMatchObject({ needsStep: 4 });
  unmount();
  changeSite({});
  await open(() => [world], { kind: 'edit', item: managed });
  expect(screen.queryByLabelText('Needed supporter rank')).toBeNull();
});

test('of several games the found items say whose they are, and Escape empties the field', async () => {
  const { user } = await open(() => [world, { ...world, id: 3, name: 'Old World' }]);
  const field = await screen.findByLabelText<HTMLInputElement>(/^Find an item of the game/);
  await user.fill(field, 'whip');
  await screen.findByText('4151, World 1');
  await user.keyboard('{Escape}');
  expect(field.value).toBe('');
  expect(screen.queryByText('4151, World 1')).toBeNull();
});

test('the image of an item is uploaded, shown in the preview, sent and removed', async () => {
  const route = 'PUT /api/admin/shop/items/{id}';
  const picture = { url: '/media/a', src: '/media/a-8.webp', srcset: '', width: 8, height: 4 };
  answerUploads(picture);
  const { user } = await open(() => [world], { kind: 'edit', item: managed });
  answer({ [route]: managed });
  const preview = screen.getByLabelText('Preview as the player sees it');
  const image = () => preview.querySelector('img')?.getAttribute('src');
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  await user.upload(screen.getByLabelText('Image file'), file);
  await screen.findByText('Replace Image');
  expect(image()).toBe(picture.src);
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(1);
  await user.click(screen.getByText('Remove'));
  screen.getByText('Upload Image');
  expect(image()).not.toBe(picture.src);
  await user.click(screen.getByText('Save Item'));
  await expect.poll(() => requests(route)).toHaveLength(2);
  const sent = requests(route).map(({ body }) => (body as ManagedItem).image);
  expect(sent).toEqual([picture.src, null]);
});

test.each([
  [shopLimits.parts - 1, false],
  [shopLimits.parts, true],
])('a bundle of %d parts is full: %s', async (count, isFull) => {
  const parts = Array.from({ length: count }, () => ({ itemId: 21, count: 1 }));
  const item = { ...managed, kind: 'bundle' as const, parts };
  await open(() => [world], { kind: 'edit', item });
  expect(screen.getByText<HTMLButtonElement>('Add Item').disabled).toBe(isFull);
});
