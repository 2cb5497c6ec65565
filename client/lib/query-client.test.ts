import { expect, test, vi } from 'vitest';

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

test('a read that nothing on the page reports is logged, and no other', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const queries = createQueryClient();
  const error = refusal(403);
  const queryFn = () => Promise.reject(error);
  await queries.fetchQuery({ queryKey: ['a'], queryFn }).catch(() => {});
  expect(warn).not.toHaveBeenCalled();
  const meta = { failure: 'The goal was not read.' };
  await queries.fetchQuery({ queryKey: ['b'], queryFn, meta }).catch(() => {});
  expect(warn).toHaveBeenCalledExactlyOnceWith('The goal was not read.', error);
  warn.mockRestore();
});
