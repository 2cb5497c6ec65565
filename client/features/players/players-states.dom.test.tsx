import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, testStates } from '#client/testing/screen-states.tsx';
import { changeSite, testAdmin, testPlayer } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { ListedUser, ManagedUser } from '#shared/endpoints/players.ts';
import type { LoggedPurchase } from '#shared/endpoints/shop.ts';

import { AdminUsersPage } from './admin-users-page.tsx';
import { ManagedPlayer } from './managed-player.tsx';
import { usersSearch } from './players-search.ts';
import type { PlayerTab } from './players-search.ts';
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

const bob: ListedUser = {
  username: 'Bob',
  userRights: 0,
  email: 'bob@example.com',
  wyncoins: 1700,
  communityManager: true,
  permissions: [],
  createdAt: '2026-01-02T03:04:05Z',
  lastSeenAt: null,
  isBanned: true,
  isMuted: true,
  version: 6,
};

test('several players are banned without the own account and those with higher rights', async () => {
  const ban = 'POST /api/admin/sanctions/{kind}';
  const users: ListedUser[] = [
    bob,
    { ...bob, username: 'Cyd', version: 7, isBanned: false, isMuted: false },
    { ...bob, username: 'Ada', userRights: 3, version: 8 },
    { ...bob, username: 'Marrow', userRights: 2, version: 9 },
    { ...bob, username: 'Eve', version: 10 },
  ];
  const moderator = { ...testPlayer, user_rights: 2, permissions: ['players' as const] };
  const { user: staff } = await renderScreen(
    <UserTable users={users} search={usersSearch.read({})} />,
    { address: '/admin/users', as: moderator, answers: { [ban]: { results: [] } } },
  );
  const row = (name: string) => screen.getByLabelText(`Select ${name}`).closest('tr')!.textContent;
  expect(row('Bob')).toContain('BannedMutedCommunity');
  expect(row('Cyd')).not.toMatch(/Banned|Muted/);
  const button = () => screen.getByText<HTMLButtonElement>('Ban…', { selector: 'section button' });
  await staff.click(screen.getByLabelText('Select Ada'));
  expect(button().disabled).toBe(true);
  for (const name of ['Bob', 'Cyd', 'Marrow']) {
    await staff.click(screen.getByLabelText(`Select ${name}`));
  }
  expect(screen.getByText('CSV').closest('a')?.getAttribute('href')).toBe(
    '/api/admin/users.csv?usernames=Bob%2CCyd%2CAda%2CMarrow',
  );
  await staff.click(button());
  await screen.findByText('Bob, Cyd');
  await staff.fill(screen.getByLabelText(/^Reason/), 'Bots');
  await staff.selectOptions(screen.getByLabelText('Duration'), 'Permanent');
  await staff.click(screen.getByText('Ban 2 Players', { selector: 'button' }));
  await expect
    .poll(() => requests(ban).map(({ params, body }) => ({ params, body })))
    .toEqual([
      {
        params: { kind: 'ban' },
        body: {
          players: [
            { username: 'Bob', version: 6 },
            { username: 'Cyd', version: 7 },
          ],
          reason: 'Bots',
          expiresAt: null,
        },
      },
    ]);
});

test.each<[string, object, [string, string | null, string | null][]]>([
  [
    'newest by default',
    {},
    [
      ['Player', null, 'name'],
      ['Registered', 'descending', 'oldest'],
    ],
  ],
  [
    'oldest first',
    { sort: 'oldest' },
    [
      ['Player', null, 'name'],
      ['Registered', 'ascending', 'newest'],
    ],
  ],
  [
    'by name',
    { sort: 'name' },
    [
      ['Player', 'ascending', 'name-desc'],
      ['Registered', null, 'newest'],
    ],
  ],
  [
    'by name, backwards',
    { sort: 'name-desc' },
    [
      ['Player', 'descending', 'name'],
      ['Registered', null, 'newest'],
    ],
  ],
  [
    'found, by how well they match',
    { search: 'bo', sort: 'name' },
    [
      ['Player', null, null],
      ['Registered', null, null],
    ],
  ],
])('users are sorted: %s', async (_, search, headers) => {
  await renderScreen(<UserTable users={[bob]} search={usersSearch.read(search)} />, {
    address: '/admin/users?rights=0&after=cursor&page=4',
    as: 'admin',
  });
  const shown = ['Player', 'Registered'].map((label) => {
    const header = screen.getByText(label, { selector: 'th, th *' }).closest('th')!;
    const href = header.querySelector('a')?.getAttribute('href') ?? null;
    const sort = href && new URLSearchParams(href.split('?')[1]).get('sort');
    return [label, header.getAttribute('aria-sort'), sort];
  });
  expect(shown).toEqual(headers);
  // Another order starts at its first page, and keeps the filter.
  const links = [...document.querySelectorAll('thead a')].map((link) => link.getAttribute('href'));
  for (const href of links) expect(href).toMatch(/^\/admin\/users\?rights=0&sort=[a-z-]+&page=1$/);
});

test('the list of users is read by the address, and its pages keep the filter', async () => {
  const list = 'GET /api/admin/users';
  answerNothing();
  const { user: admin, router } = await renderPage('/admin/users?state=muted&sort=name', {
    as: 'admin',
    answers: {
      [list]: ({ query }) => ({
        users: [bob],
        previous: query.after ? 'back' : null,
        next: query.after ? null : 'on',
        total: query.after ? 1001 : 1,
      }),
    },
  });
  await screen.findByText('1 player');
  const pages = screen.getByRole('navigation', { name: 'Pages of users' });
  await admin.click(within(pages).getByText('Next'));
  await screen.findByText('More than 1,000 players');
  expect(router.state.location.search).toEqual({
    state: 'muted',
    sort: 'name',
    after: 'on',
    page: 2,
  });
  const sent = requests(list).map(({ query }) => query);
  expect(sent[0]).toEqual({ state: 'muted', sort: 'name' });
  expect(sent.at(-1)).toEqual({ state: 'muted', sort: 'name', after: 'on' });
  await admin.click(
    within(screen.getByRole('navigation', { name: 'Pages of users' })).getByText('Previous'),
  );
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ state: 'muted', sort: 'name', before: 'back' });
  await screen.findByText('1 player');
  await admin.click(
    within(screen.getByRole('navigation', { name: 'Pages of users' })).getByText('Next'),
  );
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ state: 'muted', sort: 'name', after: 'on', page: 2 });
});

test('the header of a player has a chip for each state, and the sanctions in force above the tabs', async () => {
  answerNothing();
  const sanction = {
    id: 1,
    kind: 'ban' as const,
    reason: 'Bots',
    source: 'site' as const,
    issuedBy: 'Ada',
    issuedAt: '2026-11-01T17:00:00.000Z',
    expiresAt: null,
    liftedAt: null,
    liftedBy: null,
  };
  await renderPage('/admin/manage/wicker?tab=moderation', {
    as: 'admin',
    answers: {
      'GET /api/admin/users/{username}': {
        ...user,
        userRights: 1,
        isOnline: true,
        communityManager: true,
        hasTwoFactor: true,
        isWalletFrozen: true,
        ban: sanction,
        mute: {
          ...sanction,
          id: 2,
          kind: 'mute',
          reason: 'Spam',
          expiresAt: '2199-01-06T17:00:00.000Z',
        },
      },
    },
  });
  await screen.findByText('Banned permanently');
  screen.getByText('Muted until 6 Jan 2199, 12:00');
  for (const chip of ['In the game', 'Community manager', 'Two-factor', 'frozen']) {
    screen.getByText(chip);
  }
  expect(screen.queryByText('This is you')).toBeNull();
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

test('a moderator who follows a link to the coins gets the overview, without coins, purchases or actions on higher rights', async () => {
  answerNothing();
  const moderator = { ...testAdmin, user_rights: 1, permissions: ['players' as const] };
  const hidden = { email: null, wyncoins: null, sessions: null, isWalletFrozen: null };
  const { user: visitor } = await renderPage('/admin/manage/wicker?tab=coins', {
    as: moderator,
    answers: { 'GET /api/admin/users/{username}': { ...user, ...hidden, userRights: 2 } },
  });
  await screen.findByText('You can act only on players with lower rights than yours.');
  for (const text of ['Adjust Balance', 'Last Purchases', 'Ban', 'Email']) {
    expect(screen.queryByText(text)).toBeNull();
  }
  const tabs = within(screen.getByLabelText('About this player')).getAllByRole('link');
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Overview', 'Moderation']);
  await visitor.click(tabs[1]!);
  await screen.findByText(/^You can act only/);
  expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
    'History of Mutes and Bans',
  ]);
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

const noUsers = { users: [], previous: null, next: null, total: 0 };
const noTotals = { spent: 0, refunded: 0, players: 0, waiting: 0 };

/** The page of a player, without the other parts of the admin area. */
function openPlayer(tab: PlayerTab, change: Partial<ManagedUser> = {}, options: Options = {}) {
  answerNothing();
  const { as = 'admin', answers: more } = options;
  return renderScreen(<ManagedPlayer renderTrail={() => 'The trail'} />, {
    address: `/admin/manage/wicker?tab=${tab}`,
    path: '/admin/manage/$username',
    as,
    answers: { 'GET /api/admin/users/{username}': { ...user, ...change }, ...more },
  });
}

type Options = { as?: SessionUser; answers?: Answers };

const tabTexts = () =>
  within(screen.getByLabelText('About this player'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('a sanction of one player is chosen in the menu of its row', async () => {
  const users: ListedUser[] = [
    { ...bob, isBanned: false },
    { ...bob, username: 'Cyd', version: 7, isMuted: false, communityManager: false },
  ];
  const route = 'PUT /api/admin/users/{username}/sanctions/{kind}';
  const { user: admin } = await renderScreen(
    <UserTable users={users} search={usersSearch.read({})} />,
    { address: '/admin/users', as: 'admin', answers: { [route]: undefined } },
  );
  const row = (name: string) => screen.getByLabelText(`Select ${name}`).closest('tr')!.textContent;
  expect(row('Bob')).toMatch(/MutedCommunity/);
  expect(row('Bob')).not.toContain('Banned');
  expect(row('Cyd')).toContain('Banned');
  expect(row('Cyd')).not.toMatch(/Muted|Community/);
  const menu = screen.getByLabelText('Actions for Cyd', { selector: 'ul' });
  await admin.click(within(menu).getByText('Mute…'));
  await admin.fill(screen.getByLabelText('Reason'), 'Spam');
  await admin.selectOptions(screen.getByLabelText('Duration'), 'Permanent');
  await admin.click(screen.getByText('Mute Cyd', { selector: 'button' }));
  await screen.findByText('Cyd is muted.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests(route)).toMatchObject([
    { params: { username: 'Cyd', kind: 'mute' }, body: { version: 7 } },
  ]);
});

test('several players are muted, too', async () => {
  const { user: admin } = await renderScreen(
    <UserTable
      users={[bob, { ...bob, username: 'Cyd' }]}
      search={usersSearch.read({ rights: '0' })}
    />,
    { address: '/admin/users?rights=0', as: 'admin' },
  );
  for (const name of ['Bob', 'Cyd']) await admin.click(screen.getByLabelText(`Select ${name}`));
  await admin.click(screen.getByText('Mute…', { selector: 'section button' }));
  screen.getByRole('dialog', { name: 'Mute 2 Players' });
});

test.each<[string | undefined, string[]]>([
  [undefined, ['Email', 'Testcoins']],
  ['0', ['Email', 'Testcoins']],
  ['1', ['May use']],
  ['staff', ['May use']],
])('a list of rights %s has the columns %j', async (rights, labels) => {
  await renderScreen(<UserTable users={[bob]} search={usersSearch.read({ rights })} />, {
    address: '/admin/users',
    as: 'admin',
  });
  const shown = screen.queryAllByText(/^(?:Email|Testcoins|May use)$/, { selector: 'th' });
  expect(shown.map(({ textContent }) => textContent)).toEqual(labels);
});

test('a thousand players are counted, and a search leads back to its first results', async () => {
  const { user: admin, router } = await renderScreen(<AdminUsersPage />, {
    address: '/admin/users?search=bo&sort=name&after=cursor&page=3',
    as: 'admin',
    answers: { 'GET /api/admin/users': { users: [bob], previous: 'a', next: 'b', total: 1000 } },
  });
  await screen.findByText('1,000 players');
  screen.getByText('Page 3 of 40');
  await admin.click(screen.getByText('Back to the first results'));
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ search: 'bo', sort: 'name', page: 1 });
  expect(screen.queryByText('Back to the first results')).toBeNull();
  screen.getByText('Page 1 of 40');
});

test.each<[string, string, SessionUser]>([
  ['an admin', 'Name or exact email', testAdmin],
  ['staff for players', 'Name', { ...testPlayer, user_rights: 2, permissions: ['players'] }],
])('%s can search users by: %s', async (_, placeholder, as) => {
  await renderScreen(<AdminUsersPage />, {
    address: '/admin/users',
    as,
    answers: { 'GET /api/admin/users': noUsers },
  });
  const field = screen.getByLabelText<HTMLInputElement>('Search', { selector: 'input' });
  expect(field.placeholder).toBe(placeholder);
});

test('a search of users keeps their order and starts at its first page', async () => {
  const { user: admin, router } = await renderScreen(<AdminUsersPage />, {
    address: '/admin/users?sort=oldest&after=x&page=2',
    as: 'admin',
    answers: { 'GET /api/admin/users': noUsers },
  });
  await admin.selectOptions(screen.getByLabelText('State'), 'Banned');
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ sort: 'oldest', state: 'banned', search: '', rights: '' });
});

test('staff who may also use the shop get the items, and neither coins nor the account', async () => {
  const as = { ...testAdmin, user_rights: 2, permissions: ['players' as const, 'shop' as const] };
  const hidden = { email: null, wyncoins: null, sessions: null, isWalletFrozen: null };
  const { user: staff } = await openPlayer('overview', hidden, { as });
  await screen.findByText('Last Purchases');
  screen.getByText('Mute and Ban');
  expect(screen.queryByText('Adjust Balance')).toBeNull();
  expect(tabTexts()).toEqual(['Overview', 'Moderation', 'Items']);
  await staff.click(screen.getByText('Moderation'));
  await screen.findByText('In the Game');
  expect(screen.queryByText('Reset Hiscores')).toBeNull();
});

test.each(['hiscores', 'polls'] as const)(
  'with %s off, a player has nothing of it',
  async (feature) => {
    changeSite({ featuresOff: [feature] });
    const { user: admin } = await openPlayer('moderation');
    await screen.findByText('In the Game');
    expect(screen.queryByText('Reset Hiscores') === null).toBe(feature === 'hiscores');
    expect(tabTexts()).toEqual(['Overview', 'Account', 'Moderation', 'Coins', 'Items', 'History']);
    await admin.click(screen.getByText('History'));
    await screen.findByText('Audit Trail');
    expect(screen.queryByText('Votes Cast') === null).toBe(feature === 'polls');
  },
);

test('the history of a player has the own audit entries, and the polls without the answers', async () => {
  answerNothing();
  const votes = [{ pollId: '7', title: 'A ferry?', at: '2026-11-02T03:04:05Z' }];
  await renderPage('/admin/manage/wicker?tab=history', {
    as: 'admin',
    answers: {
      ...answers,
      'GET /api/admin/users/{username}/votes': votes,
      'GET /api/admin/audit': { entries: [], next: null },
    },
  });
  const link = await screen.findByText('A ferry?');
  expect(link.closest('a')?.getAttribute('href')).toBe('/admin/polls?poll=7');
  await screen.findByText('No entries match.');
  expect(requests('GET /api/admin/audit')[0]?.query).toEqual({ player: 'Wicker' });
});

test('the account of a player in facts', async () => {
  await openPlayer('overview', {
    isEmailConfirmed: false,
    discordName: 'wick',
    userRights: 1,
    isOwn: true,
    sanctions: [],
    infractions: [{ id: 1, note: 'Swore', notedBy: 'Ada', at: '2026-11-01T10:00:00.000Z' }],
    sessions: [
      {
        id: 's1',
        device: 'Firefox',
        ip: '192.0.2.1',
        createdAt: '2026-11-01T10:00:00.000Z',
        lastSeenAt: '2026-11-05T17:00:00.000Z',
      },
    ],
  });
  await screen.findByText('This is you');
  const facts = Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent?.trim()]),
  );
  expect(facts).toMatchObject({
    Testcoins: '40',
    'Total level': '99',
    Registered: '1 Jan 2026',
    'Last seen': '5 Nov 2026, 12:00',
    Email: 'wicker@example.com (not confirmed)',
    Discord: 'wick',
    Infractions: '1',
    'Mutes and bans so far': '0',
  });
  screen.getByText('Player moderator');
  const hiscores = within(screen.getByRole('main')).getByText('Hiscores').closest('a');
  expect(hiscores?.getAttribute('href')).toBe('/hiscores?player=Wicker');
});

test('a player without levels has no page in the hiscores, and at most five purchases in the overview', async () => {
  const purchases = Array.from({ length: 6 }, (_, at) => ({
    ...purchase,
    id: String(at),
    itemName: `Hat ${at}`,
    lastFailure: null,
  }));
  const answers = {
    'GET /api/admin/purchases': { purchases, page: 1, pages: 1, total: 6, totals: noTotals },
  };
  await openPlayer('overview', { totalLevel: null }, { answers });
  await screen.findByText(/^Hat 0/);
  expect(screen.getAllByText(/^Hat \d/)).toHaveLength(5);
  expect(screen.queryByText('Total level')).toBeNull();
  expect(within(screen.getByRole('main')).queryByText('Hiscores')).toBeNull();
  const all = screen.getByText('Show All').closest('a');
  expect(all?.getAttribute('href')).toBe('/admin/manage/Wicker?tab=items');
});
