import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { answer, refuse, requests } from '#client/testing/fake-fetch.ts';
import { render } from '#client/testing/render-page.tsx';
import type { Backups } from '#shared/endpoints/backups.ts';
import { describeSize } from '#shared/rules/sizes.ts';

import { BackupsPanel } from './backups-panel.tsx';

const read = 'GET /api/admin/backups';
const make = 'POST /api/admin/backups';
const backup = {
  name: 'wynhold-1.backup',
  at: '2026-11-18T10:00:00.000Z',
  bytes: 5_300_000,
  requestedBy: null,
};
const backups: Backups = {
  place: '/var/backups',
  everyHours: 6,
  keepDays: 14,
  requestedAt: null,
  failure: null,
  problem: null,
  backups: [backup, { ...backup, name: 'wynhold-2.backup', bytes: 900, requestedBy: 'Ada' }],
};

const show = (change: Partial<Backups>) =>
  queryClient.setQueriesData({ queryKey: ['admin'] }, { ...backups, ...change });

test('the backups are listed with who asked for them, and one is made on request', async () => {
  answer({ [read]: backups, [make]: undefined });
  const { user } = render(<BackupsPanel />, { as: 'admin' });
  await screen.findByText(
    'The site makes one every 6 hours and deletes it after 14 days. They are kept in /var/backups.',
  );
  const table = screen.getByRole('table', { name: 'Backups' });
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [1, 2, 3].map((at) => row.children[at]?.textContent),
  );
  expect(rows).toEqual([
    ['Schedule', describeSize(5_300_000), 'wynhold-1.backup'],
    ['Ada', describeSize(900), 'wynhold-2.backup'],
  ]);
  expect(screen.queryByText('The last backup failed')).toBeNull();
  await user.click(screen.getByText('Back Up Now'));
  await expect.poll(() => requests(make)).toHaveLength(1);
  await expect.poll(() => requests(read)).toHaveLength(2);
});

test('the schedule and each state are said, and while one is made no second is asked for', async () => {
  answer({ [read]: backups, [make]: undefined });
  const { user } = render(<BackupsPanel />, { as: 'admin' });
  await screen.findByText(/^The site makes one every 6 hours/);
  const failure = { lastAt: '2026-11-18T10:00:00.000Z', reason: 'The disk is full.' };
  show({ everyHours: 1 });
  await screen.findByText(/^The site makes one every hour and deletes/);
  show({ everyHours: 0, failure });
  await screen.findByText(/^The site makes backups only when you ask for one\./);
  screen.getByText('The last backup failed');
  screen.getByText(/The disk is full\.$/);
  const requestedAt = '2026-11-18T10:05:00.000Z';
  show({ requestedAt, failure });
  await screen.findByText('A backup is being made');
  expect(screen.queryByText('The last backup failed')).toBeNull();
  const button = screen.getByText('Try Again').closest('button')!;
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  expect(requests(make)).toEqual([]);
  show({ backups: [], problem: 'The folder is missing.' });
  await screen.findByText('The folder is missing.');
  expect(screen.queryByText('There is no backup yet.')).toBeNull();
  show({ backups: [] });
  await screen.findByText('There is no backup yet.');
});

test('a download is of its own file, and is checked before the browser saves it', async () => {
  const check = 'GET /api/admin/backups/{name}';
  answer({ [read]: backups, [check]: refuse('request/not-found', 'It was deleted.') });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.pathname} as ${this.download}`);
  });
  const { user } = render(<BackupsPanel />, { as: 'admin' });
  const button = await screen.findByLabelText('Download wynhold-2.backup');
  await user.click(button);
  await user.click(await screen.findByText('OK'));
  expect(saved).toEqual([]);
  answer({ [check]: undefined as never });
  await user.click(button);
  await expect
    .poll(() => saved)
    .toEqual(['/api/admin/backups/wynhold-2.backup/file as wynhold-2.backup']);
  expect(requests(check).map(({ params }) => params)).toEqual([
    { name: 'wynhold-2.backup' },
    { name: 'wynhold-2.backup' },
  ]);
});
