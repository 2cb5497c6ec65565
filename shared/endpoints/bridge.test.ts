import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { commandArgs, ModerationEvent, pollCommands } from './bridge-commands.ts';
import { claimDeliveries, GameItemList } from './bridge-deliveries.ts';
import { bridgeTokenPattern, Heartbeat, HiscoreRow, logInToGame, PlayerName } from './bridge.ts';

const accepts = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;
const of = (length: number, letter = 'a') => letter.repeat(length);

test('the name of a player has 1 to 40 characters that can be stored', () => {
  expect(z.parse(PlayerName, '  Iron Ada ')).toBe('Iron Ada');
  expect(
    [of(40), of(41), '', '  ', 'a\0b', 'a\nb'].map((name) => accepts(PlayerName, name)),
  ).toEqual([true, false, false, false, false, false]);
});

test.each([
  ['198.51.100.7', '198.51.100.7'],
  [' 2001:db8::7 ', '2001:db8::7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['0.0.0.0', '0.0.0.0'],
  ['198.51.100.7:43594', undefined],
  ['localhost', undefined],
  ['', undefined],
])('a player at "%s" logs in from %s', (ip, known) => {
  const parsed = z.safeParse(logInToGame.body!, { name: 'Ada', password: of(200), ip });
  expect(parsed.data?.ip).toBe(known);
  expect(accepts(logInToGame.body!, { name: 'Ada', password: of(201), ip: '0.0.0.0' })).toBe(false);
});

test('a token is its server and 43 letters, digits, - or _', () => {
  const secret = `-_${of(41, 'Z')}`;
  expect(bridgeTokenPattern.exec(`gb_12_${secret}`)?.slice(1)).toEqual(['12', secret]);
  for (const token of [
    `gb_12_${secret}x`,
    `gb__${secret}`,
    `gb_12_${of(42)}+`,
    ` gb_1_${secret}`,
  ]) {
    expect(bridgeTokenPattern.test(token), token).toBe(false);
  }
});

const beat = {
  bootId: 'b',
  state: 'running',
  online: 0,
  max: 1_000_000,
  players: [],
  version: '',
  uptime: 0,
};

test.each<[object, boolean]>([
  [{}, true],
  [{ bootId: of(100), version: of(60), uptime: 1e10, rejectedSaves: 1_000_000 }, true],
  [{ bootId: '' }, false],
  [{ bootId: of(101) }, false],
  [{ version: of(61) }, false],
  [{ version: 'a\0' }, false],
  [{ max: 1_000_001 }, false],
  [{ uptime: -1 }, false],
  [{ uptime: 1e10 + 1 }, false],
  [{ players: Array.from({ length: 5_000 }, (_, at) => `p${at}`) }, true],
  [{ players: Array.from({ length: 5_001 }, (_, at) => `p${at}`) }, false],
  [{ deliveryKinds: [] }, true],
  [{ deliveryKinds: ['castle'] }, false],
])('a heartbeat with %o is accepted: %s', (change, isAccepted) => {
  expect(accepts(Heartbeat, { ...beat, ...change })).toBe(isAccepted);
});

test('a row of the hiscores has up to 300 counters and 1,000 skills', () => {
  const row = {
    name: of(100),
    observedAt: of(40),
    xpTenths: Array.from({ length: 1_000 }, () => 1),
  };
  const counters = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`boss-${at}`, at]));
  expect(accepts(HiscoreRow, { ...row, mode: of(40), counters: counters(300) })).toBe(true);
  for (const change of [
    { counters: counters(301) },
    { counters: { [of(101)]: 1 } },
    { mode: of(41) },
    { name: of(101) },
    { observedAt: of(41) },
    { xpTenths: [...row.xpTenths, 1] },
  ]) {
    expect(accepts(HiscoreRow, { ...row, ...change }), Object.keys(change)[0]).toBe(false);
  }
});

test('a list of items has their number, or the items, or both', () => {
  const named = (name: string) => ({ items: [{ id: 1_000_000, name }] });
  for (const list of [
    { count: 1 },
    { count: 1_000_001 },
    { items: [] },
    { count: 5, ...named(of(100)) },
  ])
    expect(accepts(GameItemList, list), JSON.stringify(list)).toBe(true);
  for (const list of [
    {},
    { count: 0 },
    { count: 1_000_002 },
    { items: [{ id: -1 }] },
    { items: [{ id: 1_000_001 }] },
    named(of(101)),
    named('a\0'),
  ])
    expect(accepts(GameItemList, list), JSON.stringify(list)).toBe(false);
});

test('a claim is for 20 deliveries unless it says another number, 50 at most', () => {
  const claim = { player: 'Ada', session: of(100) };
  expect(z.parse(claimDeliveries.body!, claim)).toMatchObject({ limit: 20 });
  const limits = [1, 50, 0, 51, 1.5].map((limit) =>
    accepts(claimDeliveries.body!, { ...claim, limit }),
  );
  expect(limits).toEqual([true, true, false, false, false]);
  for (const session of ['', of(101), 'a\0']) {
    expect(accepts(claimDeliveries.body!, { ...claim, session })).toBe(false);
  }
});

test('commands stay within what a game can do', () => {
  const player = 'Ada';
  const place = { player, x: 16_383, y: 16_383, height: 3 };
  expect(accepts(commandArgs.teleport, place)).toBe(true);
  for (const change of [{ x: 16_384 }, { y: -1 }, { height: 4 }, { x: 1.5 }]) {
    expect(accepts(commandArgs.teleport, { ...place, ...change })).toBe(false);
  }
  expect([0, 3, 4, -1].map((rank) => accepts(commandArgs.setRank, { player, rank }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const end = { until: null, reason: of(500) };
  expect(accepts(commandArgs.ban, { player, ...end })).toBe(true);
  expect(accepts(commandArgs.mute, { player, ...end, reason: of(501) })).toBe(false);
  expect(accepts(commandArgs.mute, { player, ...end, until: 'tomorrow' })).toBe(false);
});

test('a poll waits 25 seconds at most, by default not at all and for every open command', () => {
  expect(z.parse(pollCommands.query!, {})).toEqual({ wait: 0, after: 0 });
  expect(z.parse(pollCommands.query!, { wait: '25', after: '7' })).toEqual({ wait: 25, after: 7 });
  for (const query of [{ wait: '25.1' }, { wait: '-1' }, { after: '-1' }, { after: 'x' }]) {
    expect(accepts(pollCommands.query!, query), JSON.stringify(query)).toBe(false);
  }
});

test('a ban or mute of the game names its staff in 40 characters', () => {
  const event = { kind: 'ban', player: 'Ada', staff: '' };
  expect(accepts(ModerationEvent, event)).toBe(true);
  expect(accepts(ModerationEvent, { ...event, staff: of(40), reason: of(500), until: null })).toBe(
    true,
  );
  for (const change of [
    { staff: of(41) },
    { staff: 'a\0' },
    { kind: 'jail' },
    { reason: of(501) },
  ]) {
    expect(accepts(ModerationEvent, { ...event, ...change })).toBe(false);
  }
});
