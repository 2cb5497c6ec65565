import { expect, onTestFinished, test, vi } from 'vitest';

import { late, within } from './within.ts';

test('work in time gives its result or its error, later work is late, and no timer stays', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect(await within(1_000, Promise.resolve('done'))).toBe('done');
  await expect(within(1_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
  let isOver = false;
  const slow = within(1_000, new Promise(() => {}));
  void slow.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await slow).toBe(late);
});
