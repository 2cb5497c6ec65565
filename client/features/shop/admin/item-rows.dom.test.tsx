import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import { lantern } from '#client/testing/managed-item.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { ManagedItem } from '#shared/endpoints/shop.ts';

import { ItemRows } from './item-rows.tsx';

async function showRow(change: Partial<ManagedItem>): Promise<string> {
  await renderScreen(<ItemRows items={[{ ...lantern, ...change }]} />, {
    address: '/admin/shop',
    as: 'admin',
    answers: { 'GET /api/admin/shop/categories': [{ id: '4', name: 'Robes' }] },
  });
  return (await screen.findByRole('listitem')).textContent;
}

test.each<[string, Partial<ManagedItem>, string]>([
  [
    'lacked by one game, and another never connected',
    { deliverable: false, deliveredBy: [], lackedBy: ['A'], neverConnected: ['Lost City'] },
    'A: no such item. Lost City: never connected.',
  ],
  ['without a server', { deliverable: false, deliveredBy: [] }, 'No game server delivers it.'],
])('an item %s says why it is not sold', async (_, change, text) => {
  const row = await showRow(change);
  expect(row).toContain(text);
  expect(row).toContain('Not sold');
});

test('an item that only some games have says where it arrives', async () => {
  const row = await showRow({ lackedBy: ['A', 'B'] });
  expect(row).toContain('Only on World 1. A, B: no such item.');
  expect(row).not.toContain('Not sold');
});

test('a server that never connected is not mentioned while another delivers', async () => {
  expect(await showRow({ neverConnected: ['Lost City'] })).not.toContain('Lost City');
});

test('a membership in a sale shows its days, its limit and both prices', async () => {
  const row = await showRow({
    kind: 'membership',
    value: 'member',
    days: 30,
    category: '4',
    totalLimit: 500,
    totalLeft: 120,
    needsLevel: 1200,
    salePrice: 520,
    sale: { name: 'Harvest Sale', endsAt: '2026-11-27T18:05:00Z' },
  });
  expect(row).toContain('Membership member for 30 days');
  expect(row).toContain('Instead of 650 520 TC');
  for (const chip of ['120 of 500 left', 'Level 1,200', 'Harvest Sale'])
    expect(row).toContain(chip);
  await screen.findByText('Robes');
});

test.each<[string, Partial<ManagedItem>, string[], string[]]>([
  [
    'plain',
    {},
    ['Item 4548', '650 TC', '0 sold, 0 TC'],
    ['Hidden', 'Ended', 'Until', 'left', 'Sold out'],
  ],
  ['hidden', { enabled: false }, ['Hidden'], []],
  [
    'several at once',
    { quantity: 1500, sold: 1200, earned: 78_000 },
    ['Item 4548 × 1,500', '1,200 sold, 78,000 TC'],
    [],
  ],
  ['sold out', { stock: 0, totalLimit: 40, totalLeft: 0 }, ['Sold out', '0 of 40 left'], []],
  ['nearly sold out', { stock: 1, perPlayerLimit: 3 }, ['1 left', '3 per player'], ['Sold out']],
  ['over', { endsAt: '2020-01-01T12:00:00Z' }, ['Ended 1 Jan 2020'], ['Until']],
  ['ending', { endsAt: '2199-01-01T12:00:00Z' }, ['Until 1 Jan 2199'], ['Ended']],
  [
    'a bundle',
    {
      kind: 'bundle',
      parts: [
        { itemId: 1, count: 1 },
        { itemId: 2, count: 1 },
      ],
    },
    ['Bundle of 2 items'],
    [],
  ],
  ['a rank for ever', { kind: 'rank', value: 'gold' }, ['Rank gold'], ['day']],
  [
    'a command that no game knows',
    { kind: 'command', value: 'x', deliverable: false, deliveredBy: [], lackedBy: ['A'] },
    ['A: cannot deliver this.', 'Not sold'],
    ['no such item'],
  ],
])('the row of an item that is %s', async (_, change, shown, hidden) => {
  const row = await showRow(change);
  for (const text of shown) expect(row).toContain(text);
  for (const text of hidden) expect(row).not.toContain(text);
});

const items = ['Lantern', 'Robe', 'Hood'].map((name, at) => ({
  ...lantern,
  id: String(at + 7),
  name,
}));

function openRows(answers: object) {
  return renderScreen(<ItemRows items={items} />, {
    address: '/admin/shop',
    as: 'admin',
    answers: { 'GET /api/admin/shop/categories': [], ...answers },
  });
}

test('an item is moved by its arrows or with the mouse, and back with Undo', async () => {
  const order = 'PUT /api/admin/shop/order';
  const { user } = await openRows({ [order]: items });
  await user.click(screen.getByLabelText('Move Lantern up'));
  await user.click(screen.getByLabelText('Move Hood down'));
  await user.click(screen.getByLabelText('Move Robe up'));
  await screen.findByText('Robe was moved.');
  await user.click(screen.getByText('Undo'));
  await screen.findByText('Undone.');
  const rows = screen.getAllByRole('listitem').filter((row) => 'row' in row.dataset);
  const dataTransfer = { setData: () => {} };
  fireEvent.dragStart(rows[2]!, { dataTransfer });
  fireEvent.dragOver(rows[0]!, { dataTransfer });
  fireEvent.drop(rows[0]!, { dataTransfer });
  await screen.findByText('Hood was moved.');
  // Dropped where it was, nothing is sent.
  fireEvent.dragStart(rows[1]!, { dataTransfer });
  fireEvent.drop(rows[1]!, { dataTransfer });
  expect(requests(order).map(({ body }) => body)).toEqual([
    { ids: ['8', '7', '9'] },
    { ids: ['7', '8', '9'] },
    { ids: ['9', '7', '8'] },
  ]);
});

test('an item is hidden, shown again with Undo, and deleted after a question', async () => {
  const enable = 'PATCH /api/admin/shop/items/{id}/enabled';
  const remove = 'DELETE /api/admin/shop/items/{id}';
  const { user } = await openRows({
    [enable]: lantern,
    [remove]: inTurn(refuse('request/invalid', 'It is part of a bundle.'), undefined),
  });
  await user.click(screen.getByRole('switch', { name: 'Robe is in the store' }));
  await screen.findByText('Robe is hidden.');
  await user.click(screen.getByText('Undo'));
  await screen.findByText('Undone.');
  expect(requests(enable).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { id: '8' }, body: { enabled: false } },
    { params: { id: '8' }, body: { enabled: true } },
  ]);
  const ask = async (choice: string) => {
    await user.click(screen.getByLabelText('Delete Hood'));
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Delete Hood? This cannot be undone. Its purchases stay in the logs.');
    await user.click(dialog.getByText(choice));
  };
  await ask('Cancel');
  expect(requests(remove)).toEqual([]);
  await ask('Delete');
  await screen.findByText('It is part of a bundle.');
  await user.click(screen.getByText('OK'));
  await ask('Delete');
  await screen.findByText('Hood was deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '9' }, { id: '9' }]);
  const links = ['Edit Robe', 'Duplicate Robe'].map((name) => screen.getByLabelText(name));
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/admin/shop?edit=8',
    '/admin/shop?copy=8',
  ]);
});
