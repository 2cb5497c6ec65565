import { testStates } from '#client/testing/screen-states.tsx';

testStates('the contracts', {
  path: '/admin/contracts',
  as: 'admin',
  route: 'GET /api/admin/contracts',
  loading: 'Loading contracts...',
  error: 'The contracts could not be loaded',
  ready: [{ contracts: [], sync: [] }, 'No work to hand out yet'],
});
