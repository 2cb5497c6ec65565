import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createWorkQueue } from './work-queue.ts';

/** A fake hash function whose calls end when the test says so. */
function createFakeHash() {
  const open: { name: string; finish: () => void; fail: () => void }[] = [];
  const hash = (name: string) =>
    new Promise<string>((resolve, reject) => {
      open.push({ name, finish: () => resolve(name), fail: () => reject(new Error(name)) });
    });
  return { hash, open, names: () => open.map(({ name }) => name) };
}

const newQueue = () =>
  createWorkQueue({ atOnce: 2, maxWaiting: 2, refuse: () => new Error('full') });

test('two run at once, the others wait in order, and one more is refused', async () => {
  const { hash, open, names } = createFakeHash();
  const queue = newQueue();
  const results = ['a', 'b', 'c', 'd', 'e'].map((name) => queue(() => hash(name)));
  const outcomes = Promise.allSettled(results);
  await nextTurn();
  expect(names()).toEqual(['a', 'b']);
  open[1]?.finish();
  await nextTurn();
  expect(names()).toEqual(['a', 'b', 'c']);
  open[0]?.finish();
  await nextTurn();
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  open[2]?.finish();
  open[3]?.finish();
  const fulfilled = ['a', 'b', 'c', 'd'].map((value) => ({ status: 'fulfilled', value }));
  const refused = { status: 'rejected', reason: new Error('full') };
  expect(await outcomes).toEqual([...fulfilled, refused]);
});

test('a failed task frees its place', async () => {
  const { hash, open, names } = createFakeHash();
  const queue = newQueue();
  const [first, second, third] = ['a', 'b', 'c'].map((name) => queue(() => hash(name)));
  await nextTurn();
  open[0]?.fail();
  await expect(first).rejects.toThrow('a');
  await nextTurn();
  expect(names()).toEqual(['a', 'b', 'c']);
  open[1]?.finish();
  open[2]?.finish();
  expect(await Promise.all([second, third])).toEqual(['b', 'c']);
});

test('an emptied queue runs two at once again', async () => {
  const { hash, open, names } = createFakeHash();
  const queue = newQueue();
  const first = ['a', 'b', 'c'].map((name) => queue(() => hash(name)));
  for (let n = 0; n < 3; n += 1) {
    await nextTurn();
    open[n]?.finish();
  }
  await Promise.all(first);
  const second = ['d', 'e', 'f'].map((name) => queue(() => hash(name)));
  await nextTurn();
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (let n = 3; n < 6; n += 1) {
    await nextTurn();
    open[n]?.finish();
  }
  expect(await Promise.all(second)).toEqual(['d', 'e', 'f']);
});

test('at most `atOnce` tasks run at once, and all run in the order they were added', async () => {
  const queue = createWorkQueue({ atOnce: 3 });
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
  const queue = createWorkQueue({ atOnce: 1 });
  const failed = queue(() => Promise.reject(new Error('no')));
  const next = queue(() => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('yes');
});
