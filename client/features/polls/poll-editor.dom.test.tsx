import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { ManagedPoll } from '#shared/endpoints/polls.ts';

import { PollEditor } from './poll-editor.tsx';

const save = 'PUT /api/admin/polls/{id}';

const poll: ManagedPoll = {
  id: '4',
  title: 'Which gates first?',
  endTime: { seconds: 1_794_000_000, nanoseconds: 0 },
  ended: false,
  questions: [
    {
      question: 'North or south?',
      answers: [
        { text: 'North', votes: 2 },
        { text: 'South', votes: 1 },
      ],
    },
  ],
  minAccountAgeDays: 3,
  minTotalLevel: 0,
  version: 1,
  createdAt: { seconds: 1_790_000_000, nanoseconds: 0 },
  voters: 3,
  isEndedEarly: false,
};

test('a poll with votes offers only its texts and its end', async () => {
  const { user } = await renderScreen(<PollEditor edited={{ kind: 'edit', item: poll }} />, {
    address: '/admin/polls',
    as: 'admin',
    answers: { [save]: poll },
  });
  screen.getByText(/^Players have voted\./);
  expect(screen.getByLabelText<HTMLInputElement>('Minimum total level').disabled).toBe(true);
  expect(screen.queryByText('Add Question')).toBeNull();
  expect(screen.queryByText('Add Answer')).toBeNull();
  expect(screen.queryByLabelText(/^(Move|Remove) /)).toBeNull();
  const title = screen.getByLabelText('Title');
  await user.clear(title);
  await user.fill(title, 'Which gate first?');
  await user.type(screen.getByLabelText('Answer 1 of question 1'), '!{Enter}');
  const end = screen.getByLabelText(/^Ends/);
  await user.clear(end);
  await user.fill(end, '2027-01-05T20:15');
  await user.click(screen.getByText('Save Poll'));
  await screen.findByText('The poll was saved.');
  expect(requests(save).map(({ params, body }) => ({ params, body }))).toEqual([
    {
      params: { id: '4' },
      body: {
        title: 'Which gate first?',
        // The tests run in New York, five hours behind UTC in winter.
        endTime: '2027-01-06T01:15:00.000Z',
        minAccountAgeDays: 3,
        minTotalLevel: 0,
        questions: [{ question: 'North or south?', answers: ['North!', 'South'] }],
        version: 1,
      },
    },
  ]);
});

test('a poll without votes can change in every way', async () => {
  const item = { ...poll, voters: 0 };
  await renderScreen(<PollEditor edited={{ kind: 'edit', item }} />, {
    address: '/admin/polls',
    as: 'admin',
  });
  expect(screen.queryByText(/^Players have voted/)).toBeNull();
  screen.getByText('Add Question');
  screen.getByText('Add Answer');
});
