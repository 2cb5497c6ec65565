import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { testStates } from '#client/testing/screen-states.tsx';
import type { SetupState } from '#shared/endpoints/setup.ts';

import { AdminSetupPage } from './admin-setup-page.tsx';

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

test('the setup goes on where it was left, and stays there when that step is done', async () => {
  const steps: SetupState['steps'] = [
    { name: 'look', isDone: true, isSkipped: false },
    { name: 'mail', isDone: false, isSkipped: false },
    { name: 'payments', isDone: false, isSkipped: false },
  ];
  const { user, router } = await renderScreen(<AdminSetupPage />, {
    address: '/admin/setup',
    as: 'admin',
    answers: { 'GET /api/admin/setup': { ...done, steps } },
  });
  await screen.findByText('2 of 5: Email');
  screen.getByText('Skip');
  const mailed = steps.map((step) => (step.name === 'mail' ? { ...step, isDone: true } : step));
  answer({ 'GET /api/admin/setup': { ...done, steps: mailed } });
  await act(() => queryClient.invalidateQueries({ queryKey: ['admin'] }));
  await expect.poll(() => screen.queryByText('Skip')).toBeNull();
  screen.getByText('2 of 5: Email');
  await user.click(screen.getByText('Continue'));
  await screen.findByText('3 of 5: Payments');
  expect(router.latestLocation.hash).toBe('payments');
});

test('a part of the setup is skipped for later, and the address names the part', async () => {
  const skip = 'PUT /api/admin/setup/steps/{name}';
  const steps: SetupState['steps'] = [
    { name: 'mail', isDone: false, isSkipped: false },
    { name: 'payments', isDone: true, isSkipped: false },
    { name: 'game', isDone: false, isSkipped: false },
  ];
  const skipped = steps.map((step) => ({ ...step, isSkipped: step.name === 'mail' }));
  const { user, router } = await renderScreen(<AdminSetupPage />, {
    address: '/admin/setup',
    as: 'admin',
    answers: {
      'GET /api/admin/setup': { ...done, steps },
      [skip]: { ...done, steps: skipped },
      'GET /api/admin/servers': [],
    },
  });
  // The look is not among the steps of this site.
  await screen.findByText('2 of 5: Email');
  await user.click(screen.getByText('Skip'));
  await screen.findByText('3 of 5: Payments');
  expect(requests(skip).map(({ params, body }) => [params['name'], body])).toEqual([
    ['mail', { mark: 'skipped' }],
  ]);
  expect(document.activeElement?.textContent).toContain('3 of 5: Payments');
  await act(() => router.navigate({ to: '/admin/setup', hash: 'game' }));
  await screen.findByText('4 of 5: Game Server');
  await user.click(screen.getByText('Continue'));
  await screen.findByText('5 of 5: Finish');
  screen.getByText('Go to the Dashboard');
  expect(screen.queryByText('Continue')).toBeNull();
});
