import { expect, test } from 'vitest';

import { AppError } from '#shared/errors.ts';

import { doEach } from './do-each.ts';

test('each item is done in turn, a refusal is told, and any other failure is reported but not told', async () => {
  const done: number[] = [];
  const problems: unknown[] = [];
  const broken = new Error('password of the database');
  const onProblem = (...problem: unknown[]) => void problems.push(problem);
  const answer = await doEach({ onProblem }, [1, 2, 3, 4], {
    idOf: (item) => `item ${item}`,
    async work(item) {
      if (item === 2) throw new AppError('request/not-found', 'There is no item 2.');
      if (item === 3) throw broken;
      done.push(item);
    },
  });
  expect(answer.results).toEqual([
    { id: 'item 1', error: null },
    { id: 'item 2', error: 'There is no item 2.' },
    { id: 'item 3', error: 'Something went wrong. Check it before you try again.' },
    { id: 'item 4', error: null },
  ]);
  expect(done).toEqual([1, 4]);
  expect(problems).toEqual([['One of several items failed.', broken]]);
});
