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

test('a copy becomes a poll of its own, with a new end and without the votes', async () => {
  const { user } = await renderScreen(<PollEditor edited={{ kind: 'copy', item: poll }} />, {
    address: '/admin/polls',
    as: 'admin',
    answers: { 'POST /api/admin/polls': { ...poll, id: '5', version: 0, voters: 0 } },
  });
  screen.getByText('New Poll from a Copy');
  expect(screen.queryByText(/^Players have voted/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Minimum account age (days)').disabled).toBe(
    false,
  );
  screen.getByText('To vote you need an account that is at least 3 days old.');
  expect(screen.getByText('Cancel').getAttribute('href')).toBe('/admin/polls?poll=4');
  const end = screen.getByLabelText<HTMLInputElement>(/^Ends/).value;
  await user.click(screen.getByText('Open Poll'));
  await screen.findByText('The poll is open.');
  expect(requests('POST /api/admin/polls').map(({ body }) => body)).toEqual([
    {
      title: 'Which gates first?',
      endTime: new Date(end).toISOString(),
      minAccountAgeDays: 3,
      minTotalLevel: 0,
      questions: [{ question: 'North or south?', answers: ['North', 'South'] }],
      copyOf: '4',
    },
  ]);
  expect(Date.parse(end)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
});

test('questions and answers are added, moved and removed within their limits', async () => {
  const { user } = await renderScreen(<PollEditor edited={{ kind: 'new' }} />, {
    address: '/admin/polls',
    as: 'admin',
    answers: { 'POST /api/admin/polls': poll },
  });
  const remove = (name: string) => screen.getByLabelText<HTMLButtonElement>(`Remove ${name}`);
  expect(screen.getByText('Cancel').getAttribute('href')).toBe('/admin/polls');
  expect(remove('question 1').disabled).toBe(true);
  expect(remove('answer 1 of question 1').disabled).toBe(true);
  await user.fill(screen.getByLabelText('Question 1'), 'First');
  await user.fill(screen.getByLabelText('Answer 1 of question 1'), 'A');
  await user.fill(screen.getByLabelText('Answer 2 of question 1'), 'B');
  await user.click(screen.getByLabelText('Add answer to question 1'));
  const third = screen.getByLabelText('Answer 3 of question 1');
  expect(document.activeElement).toBe(third);
  await user.fill(third, 'C');
  // Enter adds a line below, not at the end.
  await user.type(screen.getByLabelText('Answer 1 of question 1'), '{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Answer 2 of question 1'));
  await user.paste('A2');
  await user.click(remove('answer 3 of question 1'));
  await user.click(screen.getByLabelText('Move answer 3 of question 1 up'));
  await user.click(screen.getByText('Add Question'));
  expect(document.activeElement).toBe(screen.getByLabelText('Question 2'));
  await user.paste('Second');
  await user.fill(screen.getByLabelText('Answer 1 of question 2'), 'X');
  await user.fill(screen.getByLabelText('Answer 2 of question 2'), 'Y');
  await user.click(screen.getByLabelText('Move question 2 up'));
  await user.click(screen.getByText('Open Poll'));
  await screen.findByText('Please check the marked fields.');
  expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  await user.paste('Order');
  await user.click(screen.getByText('Open Poll'));
  await screen.findByText('The poll is open.');
  expect(requests('POST /api/admin/polls').map(({ body }) => body)).toEqual([
    {
      title: 'Order',
      endTime: expect.any(String) as string,
      minAccountAgeDays: 0,
      minTotalLevel: 0,
      questions: [
        { question: 'Second', answers: ['X', 'Y'] },
        { question: 'First', answers: ['A', 'C', 'A2'] },
      ],
    },
  ]);
});
