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

test('a new poll ends in a week, on the next full hour', () => {
  // The tests run in New York, five hours behind UTC in winter.
  expect(newPoll(Date.UTC(2026, 10, 19, 14, 1)).end).toBe('2026-11-26T10:00');
  expect(newPoll(Date.UTC(2026, 10, 19, 14, 0)).end).toBe('2026-11-26T09:00');
});

test('an edited poll keeps its end, its limits and its texts', () => {
  const { end, minAccountAgeDays, minTotalLevel, questions } = toEditedPoll(
    {
      id: '1',
      title: 'Old',
      endTime: { seconds: Date.UTC(2026, 10, 19, 14, 5) / 1000, nanoseconds: 0 },
      ended: false,
      questions: [
        { question: 'Which?', answers: [{ text: 'This', votes: 4 }] },
        { question: 'When?', answers: [{ text: 'Now', votes: 1 }] },
      ],
      minAccountAgeDays: 7,
      minTotalLevel: 90,
      version: 3,
    },
    { isCopy: false },
  );
  expect({ end, minAccountAgeDays, minTotalLevel }).toEqual({
    end: '2026-11-19T09:05',
    minAccountAgeDays: '7',
    minTotalLevel: '90',
  });
  const texts = questions.map(({ text, answers }) => [text, answers.map((one) => one.text)]);
  expect(texts).toEqual([
    ['Which?', ['This']],
    ['When?', ['Now']],
  ]);
});

test('a poll must end after now and within two years', () => {
  const now = Date.UTC(2026, 10, 19, 14, 0);
  const problemAt = (end: string) => checkPoll({ ...filled(), end }, now).errors?.['endTime'];
  expect(problemAt('2026-11-19T09:00')).toBe('Choose a time in the future.');
  expect(problemAt('2026-11-19T09:01')).toBeUndefined();
  expect(problemAt('2028-11-18T09:00')).toBeUndefined();
  expect(problemAt('2028-11-18T09:01')).toBe('Choose a time within the next two years.');
  expect(problemAt('')).toBe('Choose when the poll ends.');
});
