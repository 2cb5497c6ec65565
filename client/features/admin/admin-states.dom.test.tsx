import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { noConnection } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import type { AuditEntry } from '#shared/audit.ts';

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
