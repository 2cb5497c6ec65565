import { expect, test } from 'vitest';

import { checkPoll, newPoll, newQuestion, toEditedPoll } from './poll-draft.ts';

const filled = () => ({
  ...newPoll(),
  title: 'Bridges',
  questions: [newQuestion('Stone or wood?', ['Stone', 'Wood'])],
});

test('a complete form becomes a draft for the server', () => {
  const { data: draft, errors: problems } = checkPoll({
    ...filled(),
    minTotalLevel: '100',
    minAccountAgeDays: '',
  });
  expect(problems).toBeUndefined();
  expect(draft).toMatchObject({
    title: 'Bridges',
    minAccountAgeDays: 0,
    minTotalLevel: 100,
    questions: [{ question: 'Stone or wood?', answers: ['Stone', 'Wood'] }],
  });
});

test('problems are listed by field', () => {
  const { data: draft, errors: problems } = checkPoll({
    ...filled(),
    title: '',
    end: '2020-01-01T00:00',
    minTotalLevel: 'many',
    questions: [newQuestion('Which?', ['One', '']), newQuestion('', ['Same', 'Same'])],
  });
  expect(draft).toBeUndefined();
  expect(Object.keys(problems ?? {}).toSorted()).toEqual([
    'endTime',
    'minTotalLevel',
    'questions.0.answers.1',
    'questions.1.answers',
    'questions.1.question',
    'title',
  ]);
});

test('a copy of an ended poll ends in the future', () => {
  const copy = toEditedPoll(
    {
      id: '1',
      title: 'Old',
      endTime: { seconds: 1000, nanoseconds: 0 },
      ended: true,
      questions: [
        {
          question: 'Which?',
          answers: [
            { text: 'This', votes: 4 },
            { text: 'That', votes: 2 },
          ],
        },
      ],
      minAccountAgeDays: 7,
      minTotalLevel: 0,
      version: 3,
    },
    { isCopy: true },
  );
  expect(checkPoll(copy).data).toMatchObject({ title: 'Old', minAccountAgeDays: 7 });
});
