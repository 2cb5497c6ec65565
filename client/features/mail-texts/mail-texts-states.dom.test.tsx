import { testStates } from '#client/testing/screen-states.tsx';

testStates('the emails', {
  path: '/admin/emails',
  as: 'admin',
  route: 'GET /api/admin/mail-texts',
  loading: 'Loading emails...',
  error: 'The emails could not be loaded',
});
