import { expect, test } from 'vitest';

import type { OwnPurchase } from '#shared/shop.ts';

import { stepsOf } from './delivery-steps.ts';

const at = (hour: number) => `2026-11-15T0${hour}:00:00.000Z`;

function stepsFor(...events: OwnPurchase['delivery']['events'][number]['state'][]) {
  const last = events.at(-1) ?? 'queued';
  const state = last === 'failed' ? 'queued' : last;
  const { steps, note } = stepsOf({
    createdAt: at(0),
    delivery: { state, events: events.map((one, hour) => ({ state: one, at: at(hour) })) },
  });
  return { steps: steps.map((step) => `${step.name} ${step.state}`), times: steps, note };
}

test('what waits is bought, and the game is next', () => {
  const { steps, note } = stepsFor('queued');
  expect(steps).toEqual(['bought done', 'claimed current', 'delivered waiting']);
  expect(note).toContain('handed over when you are in the game');
});

test('what is on its way has been claimed', () => {
  expect(stepsFor('queued', 'claimed').steps).toEqual([
    'bought done',
    'claimed done',
    'delivered current',
  ]);
});

test('what has arrived shows when, by the last claim', () => {
  const { times, note } = stepsFor('queued', 'claimed', 'failed', 'claimed', 'delivered');
  expect(times.map((step) => step.at)).toEqual([at(0), at(3), at(4)]);
  expect(note).toBeUndefined();
});

test('a failed attempt goes back to waiting, and says so', () => {
  const { steps, times, note } = stepsFor('queued', 'claimed', 'failed');
  expect(steps).toEqual(['bought done', 'claimed current', 'delivered waiting']);
  expect(times[1]?.at).toBeUndefined();
  expect(note).toContain('tried again');
});

test('what the game cannot hand over is in the hands of staff', () => {
  expect(stepsFor('queued', 'claimed', 'failed', 'attention').note).toContain('Staff');
});

test('what was given back ends there', () => {
  expect(stepsFor('queued', 'canceled').steps).toEqual(['bought done', 'canceled done']);
});
