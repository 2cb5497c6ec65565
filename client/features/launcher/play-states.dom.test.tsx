import { testStates } from '#client/testing/screen-states.tsx';

testStates('the launcher', {
  path: '/play',
  route: 'GET /api/launcher',
  error: 'The launcher could not be loaded',
  ready: [{ isLive: false, downloads: [] }, 'Opens soon'],
});
