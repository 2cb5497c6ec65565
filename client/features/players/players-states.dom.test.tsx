import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { testAdmin } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import type { LoggedPurchase } from '#shared/endpoints/shop.ts';

import { usersSearch } from './players-search.ts';
import { UserTable } from './user-table.tsx';

testStates('the list of users', {
  path: '/admin/users',
  as: 'admin',
  route: 'GET /api/admin/users',
  loading: 'Loading users...',
  error: 'The users could not be loaded',
  ready: [{ users: [], previous: null, next: null, total: 0 }, 'No account matches this search.'],
});

const user: ManagedUser = {
  username: 'Wicker',
  email: 'wicker@example.com',
  isEmailConfirmed: true,
  userRights: 0,
  permissions: [],
  communityManager: false,
  wyncoins: 40,
  createdAt: '2026-01-02T03:04:05Z',
  deleteAfter: null,
  version: 3,
  isOwn: false,
  isLastAdmin: false,
  hasTwoFactor: false,
  discordName: null,
  isWalletFrozen: false,
  isOnline: false,
  totalLevel: 99,
  ban: null,
  mute: null,
  sanctions: [],
  infractions: [],
  sessions: [],
};
const answers = { 'GET /api/admin/users/{username}': user };
const noPage = { page: 1, pages: 0, total: 0 };

testStates('a player', {
  path: '/admin/manage/wicker?tab=moderation',
  as: 'admin',
  route: 'GET /api/admin/users/{username}',
  loading: 'Loading player...',
  error: 'The player could not be loaded',
  ready: [user, 'Mute and Ban'],
  missing: 'No such player',
});

testStates('the statement of a player', {
  path: '/admin/manage/wicker?tab=coins',
  as: 'admin',
  answers,
  route: 'GET /api/admin/users/{username}/statement',
  error: 'The statement could not be loaded',
  ready: [{ balance: 0, frozen: false, entries: [], ...noPage }, 'No transactions yet.'],
});

testStates('the top-ups of a player', {
  path: '/admin/manage/wicker?tab=coins',
  as: 'admin',
  answers,
  route: 'GET /api/admin/orders',
  error: 'The top-ups could not be loaded',
});

testStates('the purchases of a player', {
  path: '/admin/manage/wicker?tab=items',
  as: 'admin',
  answers,
  route: 'GET /api/admin/purchases',
  error: 'The purchases could not be loaded',
});

testStates('the votes of a player', {
  path: '/admin/manage/wicker?tab=history',
  as: 'admin',
  answers,
  route: 'GET /api/admin/users/{username}/votes',
  error: 'The votes could not be loaded',
  ready: [[], 'Wicker has not voted in any poll.'],
});

test('the list of staff says what each of them may use', async () => {
  answerNothing();
  const listed = {
    email: null,
    wyncoins: null,
    communityManager: false,
    createdAt: '2026-01-02T03:04:05Z',
    lastSeenAt: null,
    isBanned: false,
    isMuted: false,
    version: 0,
  };
  const users = [
    { ...listed, username: 'Ada', userRights: 3, permissions: [] },
    { ...listed, username: 'Bob', userRights: 2, permissions: ['shop' as const] },
    { ...listed, username: 'Cyd', userRights: 1, permissions: [] },
  ];
  const { user: visitor } = await renderPage('/admin/users', {
    as: 'admin',
    answers: { 'GET /api/admin/users': { users, previous: null, next: null, total: 3 } },
  });
  await visitor.click(await screen.findByRole('link', { name: 'Staff' }));
  await screen.findByRole('columnheader', { name: 'May use' });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[2]?.textContent)).toEqual([
    'Everything',
    'Events, Shop',
    'Nothing',
  ]);
});

test('an admin is not offered to ban or mute the own account', async () => {
  const listed = {
    email: null,
    wyncoins: null,
    communityManager: false,
    permissions: [],
    createdAt: '2026-01-02T03:04:05Z',
    lastSeenAt: null,
    isBanned: false,
    isMuted: false,
    version: 0,
  };
  const users = [
    { ...listed, username: testAdmin.username, userRights: 3 },
    { ...listed, username: 'Bob', userRights: 2 },
  ];
  await renderScreen(<UserTable users={users} search={usersSearch.read({})} />, {
    address: '/admin/users',
    as: 'admin',
  });
  const menuOf = async (name: string) =>
    within(await screen.findByLabelText(`Actions for ${name}`, { selector: 'ul' }));
  (await menuOf('Bob')).getByText('Ban…');
  const own = await menuOf(testAdmin.username);
  own.getByText('Manage');
  expect(own.queryByText('Ban…')).toBeNull();
});

const purchase: LoggedPurchase = {
  id: '71',
  username: 'Wicker',
  itemName: 'Oak Shield',
  itemId: 1201,
  quantity: 2,
  price: 40,
  createdAt: '2026-11-02T03:04:05Z',
  state: 'bought',
  refundedAt: null,
  deliveryId: '00000000-0000-4000-8000-000000000001',
  deliveryState: 'attention',
  failures: 1,
  lastFailure: 'The bank is full.',
};

test('a player opens with an overview and what is done most often', async () => {
  answerNothing();
  const { user: admin } = await renderPage('/admin/manage/wicker', {
    as: 'admin',
    answers: {
      ...answers,
      'GET /api/admin/purchases': {
        purchases: [purchase],
        ...noPage,
        total: 1,
        totals: { spent: 40, refunded: 0, players: 1, waiting: 1 },
      },
      'POST /api/admin/purchases/{id}/refund': purchase,
    },
  });
  const panel = (heading: string) =>
    within(screen.getByText(heading, { selector: 'h2' }).closest<HTMLElement>('section')!);
  await screen.findByText('Last Purchases');
  panel('Account').getByText('wicker@example.com');
  panel('Mute and Ban').getByText('Ban');
  panel('Adjust Balance').getByText('+1,000');
  const bought = panel('Last Purchases');
  await bought.findByText(/^Oak Shield × 2/);
  bought.getByText(/The bank is full\./);
  await admin.click(bought.getByText('Refund'));
  await admin.click(await screen.findByText('Cancel and Refund'));
  await screen.findByText('The Testcoins were refunded to Wicker.');
  expect(requests('POST /api/admin/purchases/{id}/refund')).toMatchObject([
    { params: { id: '71' } },
  ]);
});

test('a moderator’s overview has neither coins nor purchases, and no actions on higher rights', async () => {
  answerNothing();
  const moderator = { ...testAdmin, user_rights: 1, permissions: ['players' as const] };
  const hidden = { email: null, wyncoins: null, sessions: null, isWalletFrozen: null };
  await renderPage('/admin/manage/wicker', {
    as: moderator,
    answers: { 'GET /api/admin/users/{username}': { ...user, ...hidden, userRights: 2 } },
  });
  await screen.findByText('You can act only on players with lower rights than yours.');
  for (const text of ['Adjust Balance', 'Last Purchases', 'Ban', 'Email']) {
    expect(screen.queryByText(text)).toBeNull();
  }
  const tabs = within(screen.getByLabelText('About this player')).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Overview', 'Moderation']);
});

test('the list of users has email addresses, balances and links to them for admins only', async () => {
  const listed = {
    username: 'Bob',
    userRights: 0,
    email: null,
    wyncoins: null,
    communityManager: false,
    permissions: [],
    createdAt: '2026-01-02T03:04:05Z',
    lastSeenAt: null,
    isBanned: false,
    isMuted: false,
    version: 0,
  };
  const table = <UserTable users={[listed]} search={usersSearch.read({})} />;
  const shownTo = async (as: SessionUser) => {
    const { unmount } = await renderScreen(table, { address: '/admin/users', as });
    const menu = await screen.findByLabelText('Actions for Bob', { selector: 'ul' });
    const texts = [
      screen.queryAllByText(/^(Email|Testcoins)$/, { selector: 'th' }),
      within(menu).getAllByRole('menuitem', { hidden: true }),
    ].map((found) => found.map(({ textContent }) => textContent));
    unmount();
    return texts;
  };
  const moderator = { ...testAdmin, user_rights: 1, permissions: ['players' as const] };
  const sanctions = ['Mute…', 'Ban…'];
  expect(await shownTo(testAdmin)).toEqual([
    ['Email', 'Testcoins'],
    ['Manage', 'Coins', 'Items', ...sanctions],
  ]);
  expect(await shownTo(moderator)).toEqual([[], ['Manage', ...sanctions]]);
});
