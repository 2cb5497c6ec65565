import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderScreen } from '#client/testing/render-page.tsx';
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
