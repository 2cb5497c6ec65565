import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { ackDelivery, claimDeliveries, GameItemList } from './bridge-deliveries.ts';

const claim = { player: 'Iron Ada', session: 'stay-1' };
const failed = { status: 'failed', reason: 'The bank is full.', retryable: true };
const leaseId = '7659d43d-0e53-4beb-9f6c-ae770a77942c';

test('a claim asks for twenty deliveries unless it says how many, fifty at most', () => {
  const limitOf = (change: object) =>
    z.safeParse(claimDeliveries.body!, { ...claim, ...change }).data?.limit;
  expect(limitOf({})).toBe(20);
  expect(limitOf({ limit: 1 })).toBe(1);
  expect(limitOf({ limit: 50 })).toBe(50);
  for (const limit of [0, 51, 1.5, '5', null]) expect(limitOf({ limit })).toBeUndefined();
  expect(limitOf({ session: 's'.repeat(100) })).toBe(20);
  for (const session of ['', 's'.repeat(101), 'a\nb', undefined]) {
    expect(limitOf({ session })).toBeUndefined();
  }
});

test('a report says that a delivery was applied, or why not and whether to try again', () => {
  const isComplete = (report: object) => z.safeParse(ackDelivery.body!, report).success;
  for (const report of [
    { status: 'applied' },
    { status: 'applied', leaseId },
    failed,
    { ...failed, leaseId, reason: 'r'.repeat(300) },
  ]) {
    expect(isComplete(report), JSON.stringify(report)).toBe(true);
  }
  for (const report of [
    { status: 'applied', leaseId: 'mine' },
    { status: 'delivered' },
    { ...failed, reason: '' },
    { ...failed, reason: 'r'.repeat(301) },
    { status: 'failed', reason: 'The bank is full.' },
    { status: 'failed', retryable: true },
  ]) {
    expect(isComplete(report), JSON.stringify(report)).toBe(false);
  }
});

test.each<[string, object]>([
  ['one item', { count: 1 }],
  ['all items', { count: 1_000_001 }],
  ['none', { items: [] }],
  ['the first and the last id', { items: [{ id: 0 }, { id: 1_000_000, name: 'n'.repeat(100) }] }],
  ['a number and names', { count: 5, items: [{ id: 7 }] }],
])('a game may report %s', (_what, list) => {
  expect(z.safeParse(GameItemList, list).success).toBe(true);
});

test.each<[string, object]>([
  ['nothing', {}],
  ['zero items', { count: 0 }],
  ['too many items', { count: 1_000_002 }],
  ['an id below zero', { items: [{ id: -1 }] }],
  ['an id that is too high', { items: [{ id: 1_000_001 }] }],
  ['a name that is too long', { items: [{ id: 7, name: 'n'.repeat(101) }] }],
  ['a name with a tab', { items: [{ id: 7, name: 'a\tb' }] }],
  ['a list that is too long', { items: Array.from({ length: 65_537 }, (_, id) => ({ id })) }],
])('a game may not report %s', (_what, list) => {
  expect(z.safeParse(GameItemList, list).success).toBe(false);
});
