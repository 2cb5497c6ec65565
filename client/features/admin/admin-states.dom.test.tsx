import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { noConnection } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import type { AuditEntry } from '#shared/endpoints/audit.ts';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';

testStates('the figures of the dashboard', {
  path: '/admin/home',
  as: 'admin',
  route: 'GET /api/admin/overview',
  loading: 'Loading the dashboard...',
  error: 'The figures could not be loaded',
  ready: [{ players: 12, newToday: 3, concerns: [], latest: [] }, '3 new today'],
});

test('no panel of the dashboard stays a skeleton if its figures cannot be loaded', async () => {
  answerNothing();
  await renderPage('/admin/home', {
    as: 'admin',
    answers: { 'GET /api/admin/overview': noConnection },
  });
  await screen.findByText('The figures could not be loaded');
  for (const heading of ['Needs Attention', 'Latest Actions']) {
    const panel = screen.getByText(heading).closest<HTMLElement>('section')!;
    within(panel).getByText('Try Again');
  }
});

test('an admin reads what a restore did and dismisses it', async () => {
  const overview: AdminOverview = {
    concerns: [
      {
        kind: 'site-restored',
        count: 1,
        detail: '',
        failures: [],
        restore: {
          at: '2026-11-17T10:00:00Z',
          backup: 'keep-2026-11-16.wynhold',
          madeAt: '2026-11-16T04:00:00Z',
          leaving: 1,
          erased: 2,
          staying: 3,
          renamed: 4,
          reserved: 5,
          notRenamed: [{ from: 'Old Winner', to: 'Winner' }],
        },
      },
    ],
    latest: [],
  };
  answerNothing();
  const { user } = await renderPage('/admin/home', {
    as: 'admin',
    answers: {
      'GET /api/admin/overview': () => overview,
      'DELETE /api/admin/restore-report': () => {
        overview.concerns = [];
        return undefined;
      },
    },
  });
  const row = (await screen.findByText('The site was restored from a backup')).closest('li')!;
  for (const text of [
    'from keep-2026-11-16.wynhold of',
    '1 asked for, 2 carried out, 3 withdrawn',
    '4 renamed again, 5 of new players reserved',
    'Old Winner was renamed to Winner',
  ]) {
    expect(row.textContent).toContain(text);
  }
  await user.click(within(row).getByText('Dismiss'));
  await screen.findByText('Nothing needs attention.');
});

testStates('the charts of the dashboard', {
  path: '/admin/home',
  as: 'admin',
  route: 'GET /api/admin/charts',
  error: 'The charts could not be loaded',
});

testStates('the audit log', {
  path: '/admin/audit',
  as: 'admin',
  route: 'GET /api/admin/audit',
  loading: 'Loading the log...',
  error: 'The log could not be loaded',
  ready: [{ entries: [], next: null }, 'No entries match.'],
});

test('a long value of an entry is folded, and opens', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `Player ${at}`);
  const entry: AuditEntry = {
    id: 1,
    at: '2026-11-05T10:00:00Z',
    actor: 'elder',
    action: 'accounts/names-reserved',
    subject: null,
    before: null,
    after: { names },
    ip: null,
  };
  answerNothing();
  const { user } = await renderPage('/admin/audit', {
    as: 'admin',
    answers: { 'GET /api/admin/audit': { entries: [entry], next: null } },
  });
  const line = (await screen.findByText('Accounts: names reserved')).closest('details')!;
  expect(line.open).toBe(false);
  await user.click(line.querySelector('summary')!);
  expect(line.open).toBe(true);
  const value = (await screen.findByText(/Player 0, Player 1/)).textContent;
  expect(value).not.toContain('Player 39');
  await user.click(screen.getByText('Show All'));
  screen.getByText(/Player 0, Player 1, .*Player 39/);
  await user.click(screen.getByText('Show Less'));
  expect(screen.queryByText(/Player 39/)).toBeNull();
});

test('the audit log is read page by page', async () => {
  const entryOf = (id: number, name: string): AuditEntry => ({
    id,
    at: '2026-11-05T10:00:00Z',
    actor: 'elder',
    action: 'servers/created',
    subject: '1',
    before: null,
    after: { name },
    ip: null,
  });
  answerNothing();
  const { user } = await renderPage('/admin/audit?actor=elder', {
    as: 'admin',
    answers: {
      'GET /api/admin/audit': ({ query }) =>
        query.before === 'cursor'
          ? { entries: [entryOf(1, 'Old World')], next: null }
          : { entries: [entryOf(2, 'New World')], next: 'cursor' },
    },
  });
  const entries = await screen.findByLabelText('Entries');
  const button = (name: string) => within(entries).getByText(name).closest('button')!;
  await within(entries).findByText('Page 1');
  expect(entries.textContent).toContain('New World');
  expect(button('Previous').disabled).toBe(true);
  await user.click(button('Next'));
  await within(entries).findByText('Page 2');
  expect(entries.textContent).toContain('Old World');
  expect(entries.textContent).not.toContain('New World');
  expect(button('Next').disabled).toBe(true);
  await user.click(button('Previous'));
  await within(entries).findByText('Page 1');
  expect(entries.textContent).toContain('New World');
});
