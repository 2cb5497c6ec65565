import { expect, test } from 'vitest';

import { isDatabaseAway, retryWhileAway } from './database-away.ts';

const withCode = (code: string) => Object.assign(new Error('no'), { code });

test.each([
  [withCode('57P01'), true],
  [withCode('57P02'), true],
  [withCode('57P03'), true],
  [withCode('ECONNREFUSED'), true],
  [withCode('ECONNRESET'), true],
  [withCode('EPIPE'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new Error('timeout exceeded when trying to connect'), true],
  [new Error('Query read timeout'), true],
  [new Error('timeout expired'), true],
  [withCode('28P01'), false],
  [withCode('57014'), false],
  [withCode('ENOTFOUND'), false],
  [new Error('the lock was not available'), false],
  ['Connection terminated', false],
])('%o means that the database is away: %s', (error, isAway) => {
  expect(isDatabaseAway(error)).toBe(isAway);
});

test('work is tried again each second while the database is away, and it is told once', async () => {
  const pauses: number[] = [];
  const told: unknown[] = [];
  const errors = [withCode('57P03'), withCode('ECONNREFUSED'), withCode('28P01')];
  const [first, , last] = errors;
  const work = () => {
    const error = errors.shift();
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
  const waiting = {
    pause: async (ms: number) => pauses.push(ms),
    onWait: (error: unknown) => void told.push(error),
  };
  await expect(retryWhileAway(work, waiting)).rejects.toBe(last);
  expect([pauses, told]).toEqual([[1000, 1000], [first]]);
  expect(await retryWhileAway(work, waiting)).toBe('done');
});

test('after a minute of pauses the database is given up', async () => {
  let pauses = 0;
  const away = withCode('ECONNREFUSED');
  const work = () => Promise.reject(away);
  const pause = async () => (pauses += 1);
  await expect(retryWhileAway(work, { pause })).rejects.toBe(away);
  expect(pauses).toBe(60);
});
