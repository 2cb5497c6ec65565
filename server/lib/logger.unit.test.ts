import { setImmediate } from 'node:timers/promises';

import { beforeEach, expect, test } from 'vitest';

const others = process.listeners('exit');
const { createLogger } = await import('./logger.ts');
const ours = process.listeners('exit').filter((listen) => !others.includes(listen));

const production = { isProduction: true, logLevel: 'info' } as const;
let writes: string[][] = [];
beforeEach(() => {
  writes = [];
});

function openLog() {
  return createLogger(production, {
    write(text) {
      const lines = text.trimEnd().split('\n');
      writes.push(lines.map((line) => (JSON.parse(line) as { msg: string }).msg));
    },
  });
}

test('the lines of one turn of the event loop are written together, in their order', async () => {
  const log = await openLog();
  log.info('first');
  log.info('second');
  expect(writes).toEqual([]);
  await setImmediate();
  log.info('third');
  await setImmediate();
  expect(writes).toEqual([['first', 'second'], ['third']]);
});

test('a warning is written at once, with the lines before it', async () => {
  const log = await openLog();
  log.info('first');
  log.warn('second');
  expect(writes).toEqual([['first', 'second']]);
  log.error('third');
  expect(writes).toEqual([['first', 'second'], ['third']]);
  await setImmediate();
  expect(writes).toHaveLength(2);
});

test('many lines in one turn are not kept in memory', async () => {
  const log = await openLog();
  for (let line = 0; line < 1000; line += 1) log.info('a line');
  expect(writes.length).toBeGreaterThan(1);
  await setImmediate();
  expect(writes.flat()).toHaveLength(1000);
});

test('lines that wait are written when the process ends', async () => {
  const log = await openLog();
  log.info('last');
  // The runner has listeners of its own, which must not be called.
  for (const listen of ours) listen(0);
  expect(writes).toEqual([['last']]);
});
