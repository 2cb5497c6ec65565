import { notFound, testStates } from '#client/testing/screen-states.tsx';
import type { Poll } from '#shared/endpoints/polls.ts';

testStates('the list of polls', {
  path: '/polls',
  route: 'GET /api/polls',
  loading: 'Loading polls...',
  error: 'The polls could not be loaded',
  ready: [[], 'No poll is running right now. The next one is never far.'],
});

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

testStates('a poll', {
  path: '/polls/4',
  route: 'GET /api/polls/{id}',
  loading: 'Loading poll...',
  error: 'This poll could not be loaded',
  ready: [poll, 'Which gate first?'],
  missing: notFound,
});

testStates('the list of polls for admins', {
  path: '/admin/polls',
  as: 'admin',
  route: 'GET /api/admin/polls',
  loading: 'Loading polls...',
  error: 'The polls could not be loaded',
  ready: [{ polls: [], players: 12 }, 'No polls yet'],
});
