import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { streams } from '#client/testing/browser-gaps.ts';
import { answer, hold, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { Poll } from '#shared/endpoints/polls.ts';

const poll: Poll = {
  id: '12',
  title: 'The Bridge',
  endTime: { seconds: 4_000_000_000, nanoseconds: 0 },
  ended: false,
  minAccountAgeDays: 30,
  minTotalLevel: 0,
  version: 3,
  questions: [
    {
      question: 'Build it?',
      answers: [
        { text: 'Yes', votes: 1 },
        { text: 'No', votes: 2 },
      ],
    },
    {
      question: 'Where?',
      answers: [
        { text: 'North', votes: 0 },
        { text: 'East', votes: 3 },
      ],
    },
  ],
};

const { username, email, wyncoins, user_rights, community_manager } = testPlayer;
const player = { username, email, wyncoins, user_rights, community_manager };
const users = 'GET /api/users/{username}';
const read = 'GET /api/polls/{id}';
const ownVote = 'GET /api/polls/{id}/vote';
const vote = 'POST /api/polls/{id}/vote';

function open(voted: string[], answers: Answers = {}) {
  return renderPage('/polls/12', {
    as: 'player',
    answers: {
      [read]: poll,
      'GET /api/polls': [],
      [users]: { ...player, voted_polls: voted },
      [ownVote]: { answers: [1, 0] },
      ...answers,
    },
  });
}

const bars = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('who has voted sees the results and the own answers', async () => {
  await open(['3', '12']);
  await screen.findByText('You have voted. Results update as others vote.');
  await screen.findAllByText('Your vote');
  expect(bars()).toEqual([
    'Yes33%1 vote',
    'NoLeadingYour vote66%2 votes',
    'NorthYour vote0%0 vote',
    'EastLeading100%3 votes',
  ]);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.queryByText(/^To vote you need/)).toBeNull();
  screen.getByText('Edited');
  expect(document.title).toContain('The Bridge');
});

test('a vote in another poll does not show the results, and the form says who may vote', async () => {
  await open(['1', '2']);
  await screen.findByText('To vote you need an account that is at least 30 days old.');
  expect(screen.getAllByRole('radio')).toHaveLength(4);
  expect(screen.queryByText('1 vote')).toBeNull();
  expect(requests(ownVote)).toEqual([]);
});

test('the form waits until it is known whether the player has voted', async () => {
  const held = hold<typeof users>();
  await open([], { [users]: held.answer });
  await screen.findByText('Loading poll...');
  // The title is there as soon as the poll is.
  await expect.poll(() => document.title).toContain('The Bridge');
  expect(screen.queryByRole('radio')).toBeNull();
  held.give({ ...player, voted_polls: [] });
  expect(await screen.findAllByRole('radio')).toHaveLength(4);
});

test('an ended poll shows its winner, also without a vote', async () => {
  await open([], { [read]: { ...poll, ended: true, version: 0 } });
  expect(await screen.findAllByText('Winner')).toHaveLength(2);
  screen.getByText(/^Ended \d/);
  expect(screen.queryByText('Edited')).toBeNull();
  expect(screen.queryByText(/left$/)).toBeNull();
  expect(screen.queryByText(/You (have )?voted/)).toBeNull();
});

test('after a vote the counted poll and the own answers replace the form', async () => {
  const counted = { ...poll, questions: [{ ...poll.questions[0]! }, { ...poll.questions[1]! }] };
  counted.questions[0]!.answers = [
    { text: 'Yes', votes: 6 },
    { text: 'No', votes: 2 },
  ];
  const { user } = await open([]);
  await user.click(await screen.findByLabelText('Yes'));
  await user.click(screen.getByLabelText('North'));
  const [polls, players] = [requests(read).length, requests(users).length];
  const held = hold<typeof read>();
  answer({ [vote]: counted, [read]: held.answer, [users]: hold<typeof users>().answer });
  await user.click(screen.getByText('Vote'));
  await screen.findByText('You have voted. Results update as others vote.');
  // Shown before the poll and the player are read again.
  expect(bars()).toEqual([
    'YesLeadingYour vote75%6 votes',
    'No25%2 votes',
    'NorthYour vote0%0 vote',
    'EastLeading100%3 votes',
  ]);
  expect(requests(ownVote)).toEqual([]);
  await expect.poll(() => requests(read)).toHaveLength(polls + 1);
  await expect.poll(() => requests(users)).toHaveLength(players + 1);
  expect(document.activeElement).toBe(screen.getByText(/Results update/).closest('[tabindex]'));
  held.give(counted);
});

test('an edit that arrives live resets the choices, and a change of events changes nothing', async () => {
  const { user } = await open([]);
  await user.click(await screen.findByLabelText('Yes'));
  const before = requests(read).length;
  streams[0]!.send('change', { topic: 'events' });
  const [first, second] = poll.questions;
  const edited = {
    ...poll,
    version: 4,
    questions: [{ ...first!, question: 'Tear it down?' }, second!],
  };
  answer({ [read]: edited });
  expect(requests(read)).toHaveLength(before);
  streams[0]!.send('change', { topic: 'polls' });
  await screen.findByText('Q1: Tear it down?');
  expect(screen.getByLabelText<HTMLInputElement>('Yes').checked).toBe(false);
  screen.getByText('0 of 2 answered');
});

test('the form is offered if it cannot be known whether the player has voted', async () => {
  await open([], { [users]: refuse('request/invalid', 'No.') });
  expect(await screen.findAllByRole('radio')).toHaveLength(4);
});

test('who voted in a poll that has ended reads so, beside the winner', async () => {
  await open(['12'], { [read]: { ...poll, ended: true } });
  await screen.findByText('You voted in this poll.');
  await screen.findAllByText('Your vote');
  expect(bars()[1]).toBe('NoWinnerYour vote66%2 votes');
});
