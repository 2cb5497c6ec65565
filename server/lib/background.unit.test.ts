import { setImmediate } from 'node:timers/promises';

import { fastify } from 'fastify';
import { expect, test } from 'vitest';

import { createBackgroundRunner } from './background.ts';

test('work in the background begins after the caller, and closing waits for it', async () => {
  const app = fastify();
  const run = createBackgroundRunner(app, { onProblem() {} });
  const order: string[] = [];
  let finish = (): void => {};
  const begun = new Promise<void>((resolve) => {
    run('It failed.', async () => {
      order.push('begun');
      resolve();
      await new Promise<void>((end) => (finish = end));
      order.push('done');
    });
  });
  order.push('answered');
  await begun;
  const closing = app.close().then(() => order.push('closed'));
  // A server that does not wait would have closed by then.
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  finish();
  await closing;
  expect(order).toEqual(['answered', 'begun', 'done', 'closed']);
});

test('a failure in the background is reported with its text', async () => {
  const app = fastify();
  const problems: unknown[] = [];
  const onProblem = (...problem: unknown[]) => void problems.push(problem);
  const error = new Error('no');
  createBackgroundRunner(app, { onProblem })('The links were not made.', async () => {
    throw error;
  });
  await app.close();
  expect(problems).toEqual([['The links were not made.', error]]);
});
