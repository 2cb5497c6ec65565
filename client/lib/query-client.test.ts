import { expect, test } from 'vitest';

import { AppError } from '#shared/errors.ts';

import { createQueryClient, isRetryable } from './query-client.ts';

const refusal = (status: number) => new AppError('request/invalid', 'No.', { status });

test('only failures of the network and the server are tried again, twice', () => {
  expect([400, 404, 499, 500, 503].map((status) => isRetryable(refusal(status)))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(isRetryable(new Error('A bug.'))).toBe(false);
  const retry = createQueryClient().getDefaultOptions().queries?.retry as (
    failures: number,
    error: Error,
  ) => boolean;
  expect([0, 1, 2].map((failures) => retry(failures, refusal(500)))).toEqual([true, true, false]);
  expect(retry(0, refusal(403))).toBe(false);
});
