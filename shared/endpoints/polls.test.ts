import { array, assert, nat, property } from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import {
  countVotes,
  describeEligibility,
  findEndProblem,
  formatPollDate,
  hasEnded,
  isWinner,
  percentOf,
  totalOf,
} from '../rules/polls.ts';
import { toTimestamp } from '../timestamps.ts';
import { PollDraft } from './polls.ts';
import type { PollQuestion } from './polls.ts';

const counts = array(nat({ max: 5_000_000 }), { minLength: 1, maxLength: 12 });

function createQuestion(votes: number[]): PollQuestion {
  return {
    question: 'Which?',
    answers: votes.map((n, at) => ({ text: `Answer ${at}`, votes: n })),
  };
}

test('a percentage is the exact floor, and the sum is never above 100', () => {
  assert(
    property(counts, (votes) => {
      const total = totalOf(createQuestion(votes));
      const percents = votes.map((n) => percentOf(n, total));
      for (const [at, percent] of percents.entries()) {
        const exact = total === 0 ? 0n : (BigInt(votes[at]!) * 100n) / BigInt(total);
        expect(BigInt(percent)).toBe(exact);
        expect(percent).toBeLessThanOrEqual(100);
      }
      expect(percents.reduce((sum, percent) => sum + percent, 0)).toBeLessThanOrEqual(100);
    }),
  );
});

test('29 of 100 is 29 percent, and 0 of 0 is 0 percent', () => {
  expect(percentOf(29, 100)).toBe(29);
  expect(percentOf(1, 3)).toBe(33);
  expect(percentOf(2, 3)).toBe(66);
  expect(percentOf(7, 7)).toBe(100);
  expect(percentOf(0, 0)).toBe(0);
});

test('the answer with the most votes wins, a tie has several winners, no vote has none', () => {
  const winners = (votes: number[]) =>
    createQuestion(votes).answers.filter((answer) => isWinner(answer, createQuestion(votes)))
      .length;
  expect(winners([1, 5, 3])).toBe(1);
  expect(winners([4, 4, 1])).toBe(2);
  expect(winners([0, 0])).toBe(0);
});

test('empty answers are missing, not the same', () => {
  const draft = (answers: string[]) => ({
    title: 'A poll',
    endTime: '2030-01-01T00:00:00.000Z',
    questions: [{ question: 'Which?', answers }],
  });
  const messagesOf = (answers: string[]) =>
    z.safeParse(PollDraft, draft(answers)).error?.issues.map(({ message }) => message) ?? [];
  expect(messagesOf(['', ''])).not.toContain('Two answers are the same.');
  expect(messagesOf(['Yes', 'Yes'])).toContain('Two answers are the same.');
});

test('votes are counted in the plural from 2 on', () => {
  expect([0, 1, 2, 1234].map(countVotes)).toEqual(['0 vote', '1 vote', '2 votes', '1,234 votes']);
});

test('dates are long and British, and anything else is an Invalid Date', () => {
  expect(formatPollDate(toTimestamp(new Date('2026-11-04T12:00:00Z')), 'UTC')).toBe(
    '4 November 2026',
  );
  for (const value of [undefined, null, 'soon', {}, { seconds: '1' }, 5]) {
    expect(formatPollDate(value)).toBe('Invalid Date');
  }
});

test('a poll ends when the server says so or when its end time is reached', () => {
  const endTime = toTimestamp(new Date(10_000));
  expect(hasEnded({ ended: false, endTime }, 9_999)).toBe(false);
  expect(hasEnded({ ended: false, endTime }, 10_000)).toBe(true);
  expect(hasEnded({ ended: true, endTime }, 0)).toBe(true);
});

test('the voting rules are described in a sentence', () => {
  const describe = (minAccountAgeDays: number, minTotalLevel: number) =>
    describeEligibility({ minAccountAgeDays, minTotalLevel });
  expect(describe(0, 0)).toBeUndefined();
  expect(describe(1, 0)).toBe('To vote you need an account that is at least 1 day old.');
  expect(describe(30, 1500)).toBe(
    'To vote you need an account that is at least 30 days old and a total level of at least 1,500.',
  );
});

test('a draft has a title, a question and two different answers', () => {
  const good = {
    title: ' Bridges ',
    endTime: '2030-01-01T00:00:00.000Z',
    questions: [{ question: 'Stone or wood?', answers: ['Stone', 'Wood'] }],
  };
  expect(PollDraft.parse(good)).toMatchObject({ title: 'Bridges', minTotalLevel: 0 });
  const bad = [
    { ...good, title: ' ' },
    { ...good, title: 'two\nlines' },
    { ...good, endTime: 'tomorrow' },
    { ...good, minTotalLevel: -1 },
    { ...good, minAccountAgeDays: 1.5 },
    { ...good, questions: [] },
    { ...good, questions: [{ question: 'Only one?', answers: ['Stone'] }] },
    { ...good, questions: [{ question: 'Twins?', answers: ['Stone', ' Stone '] }] },
    { ...good, questions: [{ question: '', answers: ['Stone', 'Wood'] }] },
  ];
  for (const draft of bad) expect(PollDraft.safeParse(draft).success).toBe(false);
});

test('a draft may be as long as its limits, and no longer', () => {
  const texts = (count: number, length = 3) =>
    Array.from({ length: count }, (_, at) => `${at}`.padStart(length, 'a'));
  const draft = (changes: object = {}, question: object = {}) => ({
    title: 'a'.repeat(120),
    endTime: '2030-01-01T00:00:00.000Z',
    minAccountAgeDays: 3650,
    minTotalLevel: 3000,
    questions: texts(50).map(() => ({
      question: 'a'.repeat(300),
      answers: texts(50, 200),
      ...question,
    })),
    ...changes,
  });
  expect(PollDraft.safeParse(draft()).success).toBe(true);
  const bad = [
    draft({ title: 'a'.repeat(121) }),
    draft({ minAccountAgeDays: 3651 }),
    draft({ minTotalLevel: 3001 }),
    draft({ questions: texts(51).map(() => ({ question: 'Why?', answers: ['a', 'b'] })) }),
    draft({}, { question: 'a'.repeat(301) }),
    draft({}, { answers: texts(51) }),
    draft({}, { answers: texts(2, 201) }),
  ];
  for (const each of bad) expect(PollDraft.safeParse(each).error?.issues.length).toBeGreaterThan(0);
});

test('a poll ends in the future, within two years', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(findEndProblem('2026-01-01T00:01:00Z', now)).toBeUndefined();
  expect(findEndProblem('2026-01-01T00:00:00Z', now)).toMatch('in the future');
  const longest = now + 730 * 86_400_000;
  expect(findEndProblem(new Date(now + 1).toISOString(), now)).toBeUndefined();
  expect(findEndProblem(new Date(longest).toISOString(), now)).toBeUndefined();
  expect(findEndProblem(new Date(longest + 1).toISOString(), now)).toMatch('two years');
  expect(findEndProblem('2029-01-01T00:00:00Z', now)).toMatch('two years');
  expect(findEndProblem('whenever', now)).toMatch('Choose when');
});
