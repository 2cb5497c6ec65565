import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';
import type { ManagedItem } from '#shared/endpoints/shop.ts';

import { ItemRows } from './item-rows.tsx';

const item: ManagedItem = {
  id: '7',
  name: 'Lantern',
  description: '',
  image: null,
  picture: null,
  price: 650,
  itemId: 4548,
  quantity: 1,
  enabled: true,
  endsAt: null,
  stock: null,
  perPlayerLimit: null,
  deliverable: true,
  version: 1,
  updatedAt: '2026-11-20T18:05:00Z',
  updatedBy: null,
  sold: 0,
  earned: 0,
  serverIds: null,
  deliveredBy: ['World 1'],
  lackedBy: [],
  neverConnected: [],
  categoryId: null,
  totalLimit: null,
  needsLevel: null,
  needsStep: null,
  value: null,
  endValue: null,
  isOneDelivery: false,
};

async function showRow(change: Partial<ManagedItem>): Promise<string> {
  await renderScreen(<ItemRows items={[{ ...item, ...change }]} />, {
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
