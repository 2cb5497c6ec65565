import { expect, test } from 'vitest';

import type { Deliverer } from '#shared/endpoints/game-servers.ts';

import { describeDelivery } from './describe-delivery.ts';

function server(id: number, change: Partial<Deliverer> = {}): Deliverer {
  return {
    id,
    name: `World ${id}`,
    delivers: true,
    hasConnected: true,
    hasItem: null,
    itemName: null,
    hasNames: false,
    kinds: ['item'],
    ...change,
  };
}

const everywhere = { kind: 'item' as const, itemId: 4151, serverIds: null };

test('a server that has not reported its items may have any', () => {
  expect(describeDelivery([server(1)], everywhere)).toEqual({
    isSold: true,
    problem: null,
    reason:
      'World 1 delivers it. World 1 has not reported which items the game has, so the id is not checked.',
    knownAs: null,
  });
});

test('an item that the connected games have says which deliver it', () => {
  const servers = [server(1, { hasItem: true }), server(2, { hasItem: true })];
  const described = describeDelivery(servers, everywhere);
  expect(described).toMatchObject({ problem: null, reason: 'World 1 and World 2 deliver it.' });
});

test('a server that never connected is named, and does not count', () => {
  const silent = server(3, { name: 'Lost City', hasConnected: false });
  const lacking = [server(1, { hasItem: false }), server(2, { hasItem: false })];
  expect(describeDelivery([...lacking, silent], { ...everywhere, itemId: 60_000 })).toMatchObject({
    isSold: false,
    problem:
      'World 1 and World 2 have no item 60000, and Lost City has never connected, so players cannot buy this. Start the game with its token first.',
  });
  expect(describeDelivery([server(1, { hasItem: true }), silent], everywhere)).toMatchObject({
    isSold: true,
    problem: 'Lost City has never connected. Players receive it only on World 1.',
    reason: null,
  });
});

test('an item that the game has is shown with its name there', () => {
  const whip = { hasItem: true, itemName: 'Abyssal whip' };
  const { knownAs } = describeDelivery([server(1, whip), server(2, whip)], everywhere);
  expect(knownAs).toBe('In the game: Abyssal whip.');
  const other = server(2, { ...whip, itemName: 'Rope' });
  expect(describeDelivery([server(1, whip), other], everywhere).knownAs).toBe(
    'In the game: Abyssal whip (World 1), Rope (World 2).',
  );
});

test.each([
  [[], null, 'No game server delivers items yet'],
  [[server(1, { delivers: false })], null, 'No game server delivers items yet'],
  [[server(1)], [2], 'None of the chosen game servers can deliver items'],
  [[server(1, { hasItem: false })], null, 'World 1 has no item 4151, so players cannot buy'],
])('an item that no server can deliver is not sold: %j', (servers, serverIds, text) => {
  const described = describeDelivery(servers, { ...everywhere, serverIds });
  expect(described.isSold).toBe(false);
  expect(described.problem).toContain(text);
});

test('an item that only some servers have is sold, with a warning', () => {
  const servers = [server(1), server(2, { hasItem: false }), server(3, { hasItem: false })];
  expect(describeDelivery(servers, everywhere)).toMatchObject({
    isSold: true,
    problem: 'World 2 and World 3 have no item 4151. Players receive it only on World 1.',
  });
  expect(describeDelivery(servers, { ...everywhere, serverIds: [1] }).problem).toBeNull();
});

test.each([
  ['rank', 'ranks'],
  ['membership', 'memberships'],
  ['command', 'commands'],
  ['bundle', 'bundles as one'],
] as const)('a %s needs a game that delivers %s, and no item of the game', (kind, many) => {
  const choice = { ...everywhere, kind };
  expect(describeDelivery([server(1, { hasItem: true })], choice)).toMatchObject({
    isSold: false,
    problem: `World 1 cannot deliver ${many}, so players cannot buy this.`,
  });
  const able = server(1, { kinds: [kind], hasItem: null, itemName: 'Rope' });
  expect(describeDelivery([able], choice)).toEqual({
    isSold: true,
    problem: null,
    reason: 'World 1 delivers it.',
    knownAs: null,
  });
});
