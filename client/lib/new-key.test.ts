import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { AppError } from '#shared/errors.ts';

import { isUnanswered, newKey } from './new-key.ts';

test('a new key is a UUID, as some endpoints demand, and never repeats', () => {
  expect(z.safeParse(z.uuid(), newKey()).success).toBe(true);
  expect(newKey()).not.toBe(newKey());
});

test('only a request that may have been carried out is repeated with its key', () => {
  const refusal = (status: number) => new AppError('request/invalid', 'No.', { status });
  expect([400, 409, 499, 500, 503].map((status) => isUnanswered(refusal(status)))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(isUnanswered(new TypeError('Failed to fetch'))).toBe(true);
});
