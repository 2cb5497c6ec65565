import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { pollLimits } from '#shared/endpoints/polls.ts';
import type { ManagedPoll } from '#shared/endpoints/polls.ts';

import { newQuestion } from './poll-draft.ts';
import { PollEditor } from './poll-editor.tsx';
import { QuestionFields } from './question-fields.tsx';

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
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 19, 12), toFake: ['Date'] });
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

test('a change of another admin does not change what a poll is saved on', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 19, 12), toFake: ['Date'] });
  function Live() {
    const [item, setItem] = useState({ ...poll, voters: 0 });
    return (
      <>
        <button onClick={() => setItem({ ...item, version: 2, title: 'Renamed', voters: 1 })}>
          Someone saves
        </button>
        <PollEditor edited={{ kind: 'edit', item }} />
      </>
    );
  }
  const { user } = await renderScreen(<Live />, {
    address: '/admin/polls',
    as: 'admin',
    answers: { [save]: refuse('admin/outdated', 'Someone else changed this poll.') },
  });
  await user.click(screen.getByText('Someone saves'));
  // The first vote came meanwhile.
  screen.getByText(/^Players have voted\./);
  const end = screen.getByLabelText(/^Ends/);
  await user.clear(end);
  await user.fill(end, '2027-01-05T20:15');
  await user.click(screen.getByText('Save Poll'));
  await screen.findByText('Someone else changed this poll.');
  expect(requests(save).map(({ body }) => body)).toMatchObject([
    { version: 1, title: 'Which gates first?' },
  ]);
});

test('a saved poll is read again, and what the server refuses is marked at its question', async () => {
  const text = 'This question was asked before.';
  const create = 'POST /api/admin/polls';
  const { user } = await renderScreen(<PollEditor edited={{ kind: 'copy', item: poll }} />, {
    address: '/admin/polls',
    as: 'admin',
    answers: { [create]: refuse('request/invalid', text, { 'questions.0.question': text }) },
  });
  await user.click(screen.getByText('Open Poll'));
  await screen.findByText(text);
  expect(screen.getByLabelText('Question 1').ariaInvalid).toBe('true');
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  answer({ [create]: poll });
  await user.click(screen.getByText('Open Poll'));
  await screen.findByText('The poll is open.');
  expect(invalidate.mock.calls).toEqual([[{ queryKey: ['polls'] }]]);
});

test('a poll that has as many questions as it may cannot get another one', async () => {
  const question = { question: 'Which?', answers: [{ text: 'This', votes: 0 }] };
  const questions = Array.from({ length: pollLimits.questions }, () => question);
  await renderScreen(<PollEditor edited={{ kind: 'copy', item: { ...poll, questions } }} />, {
    address: '/admin/polls',
    as: 'admin',
  });
  expect(screen.getByText<HTMLButtonElement>('Add Question').disabled).toBe(true);
});

test.each([
  [pollLimits.answers - 1, false],
  [pollLimits.answers, true],
])('a question with %d answers is full: %s', (count, isFull) => {
  const onChange = vi.fn();
  const question = newQuestion('Which?', Array<string>(count).fill('This'));
  render(
    <QuestionFields
      question={question}
      at={0}
      count={1}
      isFixed={false}
      errors={{}}
      onChange={onChange}
      onMove={() => {}}
      onRemove={() => {}}
    />,
  );
  expect(screen.getByText<HTMLButtonElement>('Add Answer').disabled).toBe(isFull);
  fireEvent.keyDown(screen.getByPlaceholderText('Answer 1'), { key: 'Enter' });
  expect(onChange).toHaveBeenCalledTimes(isFull ? 0 : 1);
});

test('the preview follows the fields, and names what is still empty', async () => {
  const { user } = await renderScreen(<PollEditor edited={{ kind: 'new' }} />, {
    address: '/admin/polls',
    as: 'admin',
  });
  const preview = screen.getByLabelText('Preview as the player sees it');
  const texts = () =>
    [...preview.querySelectorAll('h3, legend, label')].map((one) => one.textContent);
  expect(texts()).toEqual(['Title', 'Q1: Question', 'Answer 1', 'Answer 2']);
  expect(preview.textContent).not.toContain('To vote you need');
  await user.fill(screen.getByLabelText('Title'), ' Gates ');
  await user.fill(screen.getByLabelText('Question 1'), 'Which?');
  await user.fill(screen.getByLabelText('Answer 2 of question 1'), 'South');
  await user.fill(screen.getByLabelText('Minimum total level'), '5');
  expect(texts()).toEqual(['Gates', 'Q1: Which?', 'Answer 1', 'South']);
  expect(preview.textContent).toContain('a total level of at least');
});
