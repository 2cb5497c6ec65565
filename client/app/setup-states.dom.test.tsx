import { testStates } from '#client/testing/screen-states.tsx';
import type { SetupState } from '#shared/endpoints/setup.ts';

const done: SetupState = {
  steps: [{ name: 'look', isDone: true, isSkipped: false }],
  isHidden: false,
  mail: { server: null, from: 'site@example.com', to: 'elder@example.com' },
  payments: { mode: 'off', isSelling: false },
  settingsFile: null,
};

testStates('the setup', {
  path: '/admin/setup',
  as: 'admin',
  route: 'GET /api/admin/setup',
  loading: 'Loading the setup...',
  error: 'The setup could not be loaded',
  ready: [done, 'Go to the Dashboard'],
});
