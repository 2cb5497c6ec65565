import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { Poll } from '#shared/endpoints/polls.ts';

import { OpenPoll } from './open-poll.tsx';

const poll: Poll = {
  id: '4',
  title: 'Which gate first?',
  endTime: { seconds: 4_000_000_000, nanoseconds: 0 },
  ended: false,
  questions: [{ question: 'North or south?', answers: [{ text: 'North', votes: 2 }] }],
  minAccountAgeDays: 0,
  minTotalLevel: 0,
  version: 1,
};
const past = { seconds: 1_700_000_000, nanoseconds: 0 };

test.each<[string, Partial<Poll>, boolean]>([
  ['runs', {}, true],
  ['was ended early', { ended: true }, false],
  ['has just ended, which no job has noted yet', { endTime: past }, false],
])('a poll that %s', async (_, change, isOpen) => {
  await renderScreen(<OpenPoll />, {
    address: '/',
    answers: { 'GET /api/polls': [{ ...poll, ...change }] },
  });
  await screen.findByText(isOpen ? 'Vote' : 'See how the last one ended');
  expect(screen.queryByText('Which gate first?') !== null).toBe(isOpen);
});

test('the panel shows two answers of the first question and its votes', async () => {
  const answers = ['North', 'South', 'East', 'West'].map((text, votes) => ({ text, votes }));
  const first = { question: 'Which way?', answers };
  const questions = [first, { question: 'When?', answers: [{ text: 'Now', votes: 90 }] }];
  await renderScreen(<OpenPoll />, {
    address: '/',
    answers: { 'GET /api/polls': [{ ...poll, questions }] },
  });
  await screen.findByText('Which way?');
  screen.getByText('and 2 more');
  screen.getByText('6 votes');
  expect(screen.queryByText('East')).toBeNull();
  expect(screen.getByText('Vote').getAttribute('href')).toBe('/polls/4');
  expect(requests('GET /api/polls').map(({ query }) => query)).toEqual([{ limit: '1' }]);
});

test.each([
  [['4'], 'See the results', true],
  [['5'], 'Vote', false],
])('a player who voted in %s is led to "%s"', async (voted_polls, label, hasChip) => {
  const { username, email, wyncoins, user_rights, community_manager } = testPlayer;
  const player = { username, email, wyncoins, user_rights, community_manager, voted_polls };
  await renderScreen(<OpenPoll />, {
    address: '/',
    as: 'player',
    answers: { 'GET /api/polls': [poll], 'GET /api/users/{username}': player },
  });
  await screen.findByText(label);
  expect(screen.queryByText('You voted') !== null).toBe(hasChip);
});

test.each([
  ['the last one has ended', [{ ...poll, ended: true }], 'See how the last one ended', '/polls/4'],
  ['there was never one', [], 'Open the polls', '/polls'],
])('without an open poll the panel says so: %s', async (_, polls, label, address) => {
  await renderScreen(<OpenPoll />, { address: '/', answers: { 'GET /api/polls': polls } });
  const link = await screen.findByText(label);
  expect(link.getAttribute('href')).toBe(address);
  screen.getByText('No poll is open right now. The next one is never far.');
});
