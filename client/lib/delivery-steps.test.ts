import { expect, test } from 'vitest';

import type { OwnPurchase } from '#shared/endpoints/shop.ts';

import { stepsOf } from './delivery-steps.ts';

const at = (hour: number) => `2026-11-15T0${hour}:00:00.000Z`;

function stepsFor(...events: OwnPurchase['delivery']['events'][number]['state'][]) {
  const last = events.at(-1) ?? 'queued';
  const state = last === 'failed' ? 'queued' : last;
  const { steps, note } = stepsOf({
    createdAt: at(0),
    delivery: { state, events: events.map((one, hour) => ({ state: one, at: at(hour) })) },
  });
  return {
    steps: steps.map((step) => `${step.name} ${step.state}`),
    current: steps.find((step) => step.state === 'current')?.label,
    times: steps,
    note,
  };
}

test('a queued purchase waits for the game', () => {
  const { steps, current, note } = stepsFor('queued');
  expect(current).toBe('Waiting in the game');
  expect(steps).toEqual(['bought done', 'claimed current', 'delivered waiting']);
  expect(note).toContain('Log in to the game');
  // Some games look for purchases only at the login.
  expect(note).toContain('If you are in the game now, log in again to receive it.');
});

test('a claimed purchase is being delivered', () => {
  const { steps, current } = stepsFor('queued', 'claimed');
  expect(steps).toEqual(['bought done', 'claimed done', 'delivered current']);
  expect(current).toBe('Being delivered');
});

test('a delivered purchase shows the time of the last claim', () => {
  const { times, note } = stepsFor('queued', 'claimed', 'failed', 'claimed', 'delivered');
  expect(times.map((step) => step.at)).toEqual([at(0), at(3), at(4)]);
  expect(note).toBeUndefined();
});

test('after a failed attempt the purchase waits again, with a note', () => {
  const { steps, times, note } = stepsFor('queued', 'claimed', 'failed');
  expect(steps).toEqual(['bought done', 'claimed current', 'delivered waiting']);
  expect(times[1]?.at).toBeUndefined();
  expect(note).toContain('tries again');
});

test('a delivery the game gave up is left to staff', () => {
  const { current, note } = stepsFor('queued', 'claimed', 'failed', 'attention');
  expect(current).toBe('Waiting for staff');
  expect(note).toContain('Staff');
});

test('a canceled purchase has no further steps', () => {
  expect(stepsFor('queued', 'canceled').steps).toEqual(['bought done', 'canceled done']);
});
