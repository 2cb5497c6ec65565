import { expect, test } from 'vitest';

import { createQueue } from './vote-queue.ts';

test('at most `width` tasks run at once, and all run in the order they were added', async () => {
  const queue = createQueue(3);
  const started: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      queue(async () => {
        started.push(at);
        most = Math.max(most, (running += 1));
        await new Promise(setImmediate);
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(started).toEqual(Array.from({ length: 50 }, (_, at) => at));
});

test('a failed task rejects for its caller and frees its slot', async () => {
  const queue = createQueue(1);
  const failed = queue(() => Promise.reject(new Error('no')));
  const next = queue(() => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});
