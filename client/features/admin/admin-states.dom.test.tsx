import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { noConnection, requests } from '#client/testing/fake-fetch.ts';
import { render, renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { testPlayer } from '#client/testing/test-site.ts';
import type { AuditEntry } from '#shared/endpoints/audit.ts';
import type { AdminOverview, AttentionItem } from '#shared/endpoints/dashboard.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

import { AttentionList } from './attention-list.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { Dashboard } from './dashboard.tsx';
import { LastBackup } from './last-backup.tsx';
import { LedgerCheck } from './ledger-check.tsx';

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

test('each concern is counted and leads to the list that shows it', async () => {
  const kinds: [AttentionItem['kind'], number, string, string | null][] = [
    ['deliveries-failed', 1, '1 delivery has failed', '/admin/shop-logs?delivery=attention'],
    [
      'deliveries-impossible',
      2,
      '2 purchases cannot be delivered by any game',
      '/admin/shop-logs?delivery=undeliverable',
    ],
    ['gifts-reported', 1, '1 note of a gift was reported', '/admin/shop-logs?delivery=reported'],
    ['inbox-open', 1, '1 thread in the inbox needs an answer', '/admin/inbox'],
    [
      'orders-review',
      3,
      '3 top-ups need a review',
      '/admin/shop-logs?view=top-ups&state=attention',
    ],
    ['disputes-open', 1, '1 payment is disputed', '/admin/shop-logs?view=top-ups&state=attention'],
    [
      'payments-unknown',
      2,
      '2 payments have no order on this site: no coins were given',
      '/admin/shop-logs?view=top-ups&state=attention',
    ],
    ['server-stale', 1, 'A game server has stopped reporting', '/admin/server'],
    ['saves-rejected', 4, '4 saves of players were refused', '/admin/server'],
    [
      'ledger-wrong',
      1,
      'The ledger does not add up: 1 rule broken',
      '/admin/audit?action=wallet%2Fadjusted',
    ],
    ['job-failing', 1, '1 scheduled job is failing', null],
    ['mails-failed', 5, '5 emails could not be delivered', null],
    ['mails-waiting', 1, '1 email has been waiting for more than ten minutes', null],
    ['discord-failed', 1, 'Discord refuses 1 webhook', '/admin/discord'],
    ['discord-unknown', 2, '2 Discord messages may not have arrived', '/admin/discord'],
    ['backup-failed', 2, 'Scheduled backups are failing: 2 attempts', '/admin/server?view=backups'],
    ['backup-overdue', 1, 'A backup is overdue', '/admin/server?view=backups'],
  ];
  const items = kinds.map(([kind, count]) => ({ kind, count, detail: 'Ada', failures: [] }));
  await renderScreen(<AttentionList items={items} />, { address: '/admin/home', as: 'admin' });
  const rows = screen.getAllByRole('listitem');
  expect(
    rows.map((row) => [
      row.querySelector('span')?.firstChild?.textContent,
      row.querySelector('a')?.getAttribute('href') ?? null,
    ]),
  ).toEqual(kinds.map(([, , text, href]) => [text, href]));
  expect(screen.getAllByText('Ada')).toHaveLength(kinds.length);
});

const full: AdminOverview = {
  players: 1200,
  newToday: 3,
  online: null,
  unclaimed: 7,
  staff: 5,
  firstAnswerMinutes: null,
  concerns: [],
  books: { at: '2026-11-05T10:00:00Z', isSound: false },
  backup: {
    everyHours: 6,
    last: { at: '2026-11-05T10:00:00Z', bytes: 900, place: '/var/backups' },
  },
  latest: [],
};

test('an admin reads every figure, the state of the ledger and the last backup', async () => {
  const check = 'POST /api/admin/ledger-check';
  answerNothing();
  const { user } = await renderPage('/admin/home', {
    as: 'admin',
    answers: {
      'GET /api/admin/overview': full,
      [check]: { check: { at: '2026-11-05T11:00:00Z', isSound: true } } as never,
    },
  });
  await screen.findByText('Nothing needs attention.');
  const figures = within(screen.getByText('Registered players').closest('dl')!);
  expect(figures.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    'Registered players1,2003 new today',
    'Online now–No game server yet',
    'Unclaimed deliveries7Waiting for players',
    'First answer–Median of 30 days',
    'Staff accounts5Moderators and above',
  ]);
  expect(screen.getByText(/^Ledger checked/).textContent).toMatch(/: errors found$/);
  expect(screen.getByText(/^Last backup/).textContent).toMatch(/: 900 bytes in \/var\/backups$/);
  screen.getByText('Latest Actions');
  const before = requests('GET /api/admin/overview').length;
  await user.click(screen.getByText('Check Now'));
  await screen.findByText('Ledger checked: no errors.');
  expect(requests(check)).toHaveLength(1);
  await expect.poll(() => requests('GET /api/admin/overview').length).toBeGreaterThan(before);
});

test.each<[StaffPermission[], string[]]>([
  [['polls'], ['Your Permissions', 'Over Time']],
  [['players'], ['Your Permissions', 'Over Time']],
  [['inbox'], ['Needs Attention', 'Your Permissions']],
  [['server'], ['Needs Attention', 'Your Permissions', 'Over Time']],
  [['news'], ['Your Permissions']],
  [['shop'], ['Needs Attention', 'Your Permissions', 'Over Time']],
])('staff with %j see only what concerns them', async (permissions, headings) => {
  answerNothing();
  await renderPage('/admin/home', {
    as: { ...testPlayer, user_rights: 1, permissions },
    answers: { 'GET /api/admin/overview': { concerns: [] } },
  });
  await screen.findByText('Your Permissions');
  await expect.poll(() => screen.queryByText('Loading the dashboard...')).toBeNull();
  const shown = ['Needs Attention', 'Your Permissions', 'Over Time', 'Latest Actions'].filter(
    (heading) => screen.queryByText(heading, { selector: 'h2' }),
  );
  expect(shown).toEqual(headings);
  expect(screen.queryByText('Registered players')).toBeNull();
  expect(screen.getAllByText('Open')).toHaveLength(1);
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

/** The text of the fact, without its link. */
const factOf = (text: RegExp) => screen.getByText(text).textContent;

const lastBackup = { at: '2026-11-05T10:00:00Z', bytes: 2_000_000, place: 'the bucket keep' };

test.each<[string, AdminOverview['backup'], string, string]>([
  [
    'none yet, but scheduled',
    { everyHours: 6, last: null },
    'No backup has been made yet.',
    'All backups',
  ],
  [
    'none, and none scheduled',
    { everyHours: 0, last: null },
    'The site does not make backups by itself yet.',
    'Set up backups',
  ],
  [
    'one by hand',
    { everyHours: 0, last: lastBackup },
    'Last backup 5 Nov 2026, 05:00: 2 MB in the bucket keepThe site does not make backups by itself yet.',
    'Set up backups',
  ],
  [
    'one by the schedule',
    { everyHours: 24, last: lastBackup },
    'Last backup 5 Nov 2026, 05:00: 2 MB in the bucket keep',
    'All backups',
  ],
])('the dashboard speaks of backups: %s', async (_, backup, text, link) => {
  await renderScreen(<LastBackup backup={backup!} />, { address: '/admin/home', as: 'admin' });
  const found = screen.getByText(link);
  expect(found.getAttribute('href')).toBe('/admin/server?view=backups');
  expect(found.closest('p')?.textContent).toBe(text + link);
});

test('the ledger is sound, wrong or not checked yet, and a wrong one is reported', async () => {
  const check = 'POST /api/admin/ledger-check';
  const at = '2026-11-05T10:00:00Z';
  const { user, rerender } = render(<LedgerCheck books={null} />, {
    as: 'admin',
    answers: { [check]: { check: { at, isSound: false } } as never },
  });
  screen.getByText('The ledger has not been checked yet.');
  await user.click(screen.getByText('Check Now'));
  await screen.findByText('The ledger does not add up.');
  rerender(<LedgerCheck books={{ at, isSound: true }} />);
  expect(factOf(/^Ledger checked/)).toMatch(/: no errors$/);
});

test.each([
  [119, '119 min'],
  [120, '2 h'],
  [2879, '48 h'],
  [2880, '2 d'],
  [10_000, '7 d'],
])('a first answer after %d minutes is shown as %s', async (firstAnswerMinutes, text) => {
  await renderScreen(<Dashboard openSteps={null} />, {
    address: '/admin/home',
    as: { ...testPlayer, user_rights: 1, permissions: ['inbox'] },
    answers: { 'GET /api/admin/overview': { concerns: [], online: 17, firstAnswerMinutes } },
  });
  const figure = async (label: string) => (await screen.findByText(label)).closest('div');
  expect((await figure('First answer'))?.textContent).toBe(`First answer${text}Median of 30 days`);
  expect((await figure('Online now'))?.textContent).toBe('Online now17In the game');
});

test('a failure says of what, since when and why', async () => {
  const failure = {
    name: 'Reminders',
    reason: 'No answer.',
    since: '2026-11-05T15:00:00Z',
    lastAt: '2026-11-06T15:30:00Z',
  };
  const items: AttentionItem[] = [
    { kind: 'job-failing', count: 1, detail: '', failures: [failure] },
    {
      kind: 'mails-failed',
      count: 1,
      detail: '',
      failures: [{ ...failure, name: '', reason: '', lastAt: null }],
    },
    { kind: 'server-stale', count: 2, detail: 'World 1, World 2', failures: [] },
  ];
  await renderScreen(<AttentionList items={items} />, { address: '/admin/home', as: 'admin' });
  const [job, mail, servers] = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(job).toContain(
    'Reminders since 5 Nov 2026, 10:00, last run 6 Nov 2026, 10:30No answer.Jobs are retried',
  );
  expect(mail).toContain('since 5 Nov 2026, 10:00If only one address');
  expect(servers).toContain('2 game servers have stopped reporting');
  expect(servers).toContain('World 1, World 2');
});

const entry: AuditEntry = {
  id: 1042,
  at: '2026-11-05T10:00:00Z',
  actor: 'elder',
  action: 'accounts/rights-changed',
  subject: 'iron ada',
  before: { rights: 0, since: '2026-11-05T15:00:00Z' },
  after: { rights: 2 },
  ip: '192.0.2.7',
};

test('an entry names its player and leads to them, with what changed and from where', async () => {
  const entries = [
    entry,
    { ...entry, id: 2, action: 'sanctions/banned', subject: 'ash', before: null, ip: null },
    {
      ...entry,
      id: 3,
      action: 'polls/deleted',
      subject: 'ash',
      before: { title: 'x' },
      after: null,
    },
  ];
  const { unmount } = await renderScreen(<AuditEntries entries={entries} />, {
    address: '/admin/audit',
    as: 'admin',
  });
  const [rights, ban, poll] = screen.getAllByRole('listitem').map((line) => line.textContent);
  expect(rights).toMatch(/^Elder ?Accounts: rights changedIron Ada/);
  const changes = [...document.querySelectorAll('dl > div')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(changes).toEqual([
    ['rights', 'was 0now 2'],
    ['since', 'was 5 Nov 2026, 10:00'],
    ['rights', 'now 2'],
    ['title', 'was x'],
  ]);
  expect(rights).toMatch(/Manage Iron Ada ?from 192\.0\.2\.7 ?entry 1,042$/);
  expect(ban).toMatch(/Manage Ash ?entry 2$/);
  expect(poll).not.toContain('Manage');
  expect(screen.getByText('Manage Iron Ada').getAttribute('href')).toBe('/admin/manage/iron%20ada');
  unmount();
  await renderScreen(<AuditEntries entries={[entry]} hideSubject />, {
    address: '/admin/audit',
    as: 'admin',
  });
  expect(screen.getByRole('listitem').textContent).not.toContain('Iron Ada');
});

test.each([
  ['sanctions/banned', 'blood'],
  ['sanctions/unbanned', 'neutral'],
  ['sanctions/muted', 'blood'],
  ['sanctions/unmuted', 'neutral'],
  ['news/deleted', 'blood'],
  ['servers/token-revoked', 'blood'],
  ['game/kicked', 'blood'],
  ['servers/token-created', 'gold'],
  ['shop/purchase-refunded', 'gold'],
  ['accounts/rights-changed', 'gold'],
  ['wallet/adjusted', 'gold'],
  ['news/updated', 'neutral'],
])('%s has the tone %s', async (action, tone) => {
  await renderScreen(<AuditEntries entries={[{ ...entry, action, subject: '7' }]} />, {
    address: '/admin/audit',
    as: 'admin',
  });
  const chip = document.querySelector('summary [class*=chip]')!;
  const found = ['blood', 'gold'].filter((one) => chip.className.includes(one));
  expect(found).toEqual(tone === 'neutral' ? [] : [tone]);
});

test('the audit log is filtered by the address, also its file and its next page', async () => {
  const route = 'GET /api/admin/audit';
  const filter = { actor: 'elder', action: 'news/deleted', from: '2026-11-01' };
  answerNothing();
  const { user } = await renderPage(
    '/admin/audit?actor=elder&action=news%2Fdeleted&from=2026-11-01',
    {
      as: 'admin',
      answers: { [route]: { entries: [entry], next: 'cursor' } },
    },
  );
  await screen.findByText('Page 1');
  expect(requests(route)[0]?.query).toEqual(filter);
  const file = screen.getByText('Export as CSV').closest('a')!;
  expect(file.getAttribute('href')).toBe(
    '/api/admin/audit.csv?actor=elder&action=news%2Fdeleted&from=2026-11-01',
  );
  // It is among the choices before the others are loaded.
  const action = screen.getByLabelText<HTMLSelectElement>('Action');
  expect(action.selectedOptions[0]?.textContent).toBe('News: deleted');
  await user.click(screen.getByText('Next'));
  await screen.findByText('Page 2');
  expect(requests(route).at(-1)?.query).toEqual({ ...filter, before: 'cursor' });
});

test.each([
  ['/admin/home', '30', '30 days'],
  ['/admin/home?days=90', '90', '90 days'],
])('the charts of %s are of %s days', async (address, days, label) => {
  answerNothing();
  await renderPage(address, { as: 'admin' });
  await expect.poll(() => requests('GET /api/admin/charts')[0]?.query).toEqual({ days });
  const chosen = document.querySelectorAll('nav[aria-label=Days] [aria-current]');
  expect([...chosen].map(({ textContent }) => textContent)).toEqual([label]);
});
