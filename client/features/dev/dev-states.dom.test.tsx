import { testStates } from '#client/testing/screen-states.tsx';

testStates('the outbox of a demo', {
  path: '/dev/mail',
  route: 'GET /api/dev/mail',
  loading: 'Loading emails...',
  error: 'The outbox could not be loaded',
  ready: [[], 'No emails yet'],
});
