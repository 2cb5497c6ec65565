import { testStates } from '#client/testing/screen-states.tsx';

testStates('the appearance', {
  path: '/admin/appearance',
  as: 'admin',
  route: 'GET /api/admin/appearance',
  loading: 'Loading the appearance...',
  error: 'The appearance could not be loaded',
});
