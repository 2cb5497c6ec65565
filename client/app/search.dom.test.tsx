import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';

import { answer, inTurn, refuse, requests } from '#client/testing/fake-fetch.ts';
import type { Answers } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import { changeBrand, changeSite, testPlayer } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';
import type { SearchResult } from '#shared/endpoints/admin-search.ts';
import type { ManagedUser } from '#shared/endpoints/players.ts';
import type { SiteResult } from '#shared/endpoints/search.ts';
import type { StaffPermission } from '#shared/rules/staff-permissions.ts';

import { Palette as CommandPalette } from './command-palette.tsx';
import { Palette as SearchPalette } from './search-palette.tsx';
import { SiteLayout } from './site-layout.tsx';

const oak: SiteResult = { kind: 'player', id: 'Oak', label: 'Oak', detail: 'Level 99', at: null };
const results: SiteResult[] = [
  oak,
  { kind: 'player', id: 'Marrow', label: 'Marrow', detail: 'Level 70', at: null },
  { kind: 'post', id: '5', label: 'Oaken gates', detail: '', at: '2026-11-02T12:00:00Z' },
  { kind: 'event', id: '6', label: 'Oak race', detail: '', at: '2026-11-03T12:00:00Z' },
  { kind: 'item', id: '7', label: 'Oak shield', detail: '300 TC', at: null },
  { kind: 'page', id: '/pages/oaks', label: 'On oaks', detail: '', at: null },
];

beforeEach(() => {
  localStorage.clear();
  answer({ 'GET /api/search': { results, canCompare: true } });
});

const rows = () => screen.queryAllByRole('row').map((row) => row.textContent);
const field = () => screen.getByRole('combobox');

async function open(as: 'visitor' | 'player' = 'player', address = '/news') {
  let isClosed = false;
  const view = await renderScreen(<SearchPalette onClose={() => (isClosed = true)} />, {
    address,
    as,
  });
  return { ...view, isClosed: () => isClosed };
}

describe('the shortcuts', () => {
  const layout = <SiteLayout />;
  const page = { address: '/news', answers: offline() };

  function offline(): Answers {
    return {
      'GET /api/server/status': { isOnline: false, online: 0, max: 0, servers: [] },
    };
  }

  test.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}', '/'])(
    '%s opens the search',
    async (keys) => {
      const { user } = await renderScreen(layout, page);
      await user.keyboard(keys);
      await screen.findByRole('dialog', { name: 'Search' });
      expect(document.activeElement).toBe(field());
      expect(field()).toHaveProperty('value', '');
      await user.keyboard('{Escape}');
      await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('the icon in the header opens it', async () => {
    const { user } = await renderScreen(layout, page);
    await user.click(screen.getByRole('button', { name: 'Find on this site' }));
    await screen.findByRole('dialog', { name: 'Search' });
  });

  test('staff get the commands by the same key, and the key closes them', async () => {
    const { user } = await renderScreen(layout, { ...page, as: 'admin' });
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByLabelText('Search, or type a command');
    await user.keyboard('{Control>}k{/Control}');
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  test.each(['{Control>}{Shift>}k{/Shift}{/Control}', '{Alt>}/{/Alt}', 'k'])(
    '%s is another key',
    async (keys) => {
      const { user } = await renderScreen(layout, page);
      await user.keyboard(keys);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('a slash in a field is only a slash', async () => {
    const { user } = await renderScreen(
      <>
        {layout}
        <input aria-label="Note" />
      </>,
      page,
    );
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'a/b');
    expect(screen.getByRole('textbox', { name: 'Note' })).toHaveProperty('value', 'a/b');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the search', () => {
  test('shows each kind with what tells it apart, and the pages by their names', async () => {
    const { user } = await open();
    await user.type(field(), 'o');
    await screen.findByText('Oak race');
    expect(rows()).toEqual([
      'OakLevel 99Compare with me',
      'MarrowLevel 70',
      'Oaken gates2 Nov 2026',
      expect.stringMatching(/^Oak race3 Nov, \d\d:00$/),
      'Oak shield300 TC',
      'Home',
      'Hiscores',
      'Polls',
      'Store',
      'Profile',
      'On oaks',
    ]);
    const groups = [...document.querySelectorAll('[role=presentation]')];
    expect(groups.map((group) => group.textContent)).toEqual([
      'Players',
      'News',
      'Events',
      'Store',
      'Pages',
    ]);
  });

  test.each([
    ['Oak', '/hiscores?player=Oak'],
    ['Oaken gates', '/news/5'],
    ['Oak race', '/events?event=6'],
    ['Oak shield', '/shop#item-7'],
    ['On oaks', '/pages/oaks'],
  ])('“%s” leads to %s', async (label, href) => {
    const { user, router, isClosed } = await open();
    await user.type(field(), 'oa');
    await user.click(await screen.findByText(label));
    await expect.poll(() => router.latestLocation.href).toBe(href);
    expect(isClosed()).toBe(true);
  });

  test.each([
    ['{ArrowDown}{ArrowDown}{Enter}', '/news/5'],
    ['{End}{Home}{Enter}', '/hiscores?player=Oak'],
    ['{Shift>}{Enter}{/Shift}', '/hiscores?compare=Marrow%2COak'],
    // Players are not offered a comparison with themselves.
    ['{ArrowDown}{Shift>}{Enter}{/Shift}', '/hiscores?player=Marrow'],
  ])('%s leads to %s', async (keys, href) => {
    const { user, router } = await open();
    await user.type(field(), 'oa');
    await screen.findByText('Oaken gates');
    await user.keyboard(keys);
    await expect.poll(() => router.latestLocation.href).toBe(href);
  });

  test('typing on starts at the first result again', async () => {
    const { user, router } = await open();
    await user.type(field(), 'o');
    await screen.findByText('Oaken gates');
    await user.keyboard('{ArrowDown}{ArrowDown}a{Enter}');
    await expect.poll(() => router.latestLocation.href).toBe('/hiscores?player=Oak');
  });

  test('the button compares as well', async () => {
    const { user, router } = await open();
    await user.type(field(), 'oa');
    await user.click(await screen.findByRole('button', { name: 'Compare with me: Oak' }));
    await expect.poll(() => router.latestLocation.search).toEqual({ compare: 'Marrow,Oak' });
  });

  test.each([
    ['a visitor', 'visitor', true],
    ['a player without a character', 'player', false],
  ] as const)('%s cannot compare', async (_, as, canCompare) => {
    answer({ 'GET /api/search': { results, canCompare } });
    const { user, router } = await open(as);
    await user.type(field(), 'oa');
    await screen.findByText('Oaken gates');
    expect(screen.queryByText('Compare with me')).toBeNull();
    await user.keyboard('{Shift>}{Enter}{/Shift}');
    await expect.poll(() => router.latestLocation.href).toBe('/hiscores?player=Oak');
  });

  test('says that nothing was found, or why nothing could be searched', async () => {
    answer({ 'GET /api/search': { results: [], canCompare: false } });
    const { user } = await open();
    await user.type(field(), 'zzz');
    await screen.findByText('No results for “zzz”.');
    const text = 'Too many requests. Please try again in 30 seconds.';
    answer({ 'GET /api/search': refuse('request/rate-limited', text) });
    await user.type(field(), 'z');
    await screen.findByText(text);
  });

  test('pages follow the session, the switches and the names of the owner', async () => {
    changeSite({ featuresOff: ['events', 'hiscores'] });
    const visitor = await open('visitor');
    const pagesOfVisitors = ['Home', 'Play', 'All News', 'Polls', 'Login', 'Register', 'API'];
    expect(rows()).toEqual(pagesOfVisitors);
    visitor.unmount();
    changeBrand({ builtInLinks: { header: { '/': 'Start', '/play': null }, footer: {} } });
    await open('player');
    expect(rows()).toEqual([
      'Start',
      'All News',
      'Events',
      'Hiscores',
      'Polls',
      'Store',
      'Profile',
      'Wallet',
      'Settings',
      'API',
    ]);
  });
});

describe('recent searches', () => {
  const recent = () => rows().slice(0, rows().indexOf('Home'));

  async function openThings() {
    for (const label of ['Oak', 'Oak shield', 'Oak race', 'Oak']) {
      const { user, unmount, isClosed } = await open();
      await user.type(field(), 'oa');
      await user.click(await screen.findByText(label));
      expect(isClosed()).toBe(true);
      unmount();
    }
  }

  test('are offered first, the latest on top, each once, and can be cleared', async () => {
    await openThings();
    const { user } = await open();
    expect(recent()).toEqual([
      'OakPlayers',
      'Oak raceEvents',
      'Oak shieldStore',
      'Clear Recent Searches',
    ]);
    await user.click(screen.getByText('Clear Recent Searches'));
    expect(recent()).toEqual([]);
    expect(localStorage.getItem('recent-searches')).toBe('[]');
  });

  test('open by Enter', async () => {
    await openThings();
    const { user, router } = await open();
    await user.keyboard('{ArrowDown}{Enter}');
    await expect.poll(() => router.latestLocation.href).toBe('/events?event=6');
  });

  test('are not what the reader can no longer open', async () => {
    await openThings();
    changeSite({ featuresOff: ['events'] });
    await open('visitor');
    expect(recent()).toEqual(['OakPlayers', 'Clear Recent Searches']);
  });

  test.each(['no json', '{"a":1}', '[1,null,{"kind":"x","id":"y","label":"z"}]'])(
    'survive a broken storage: %s',
    async (stored) => {
      localStorage.setItem('recent-searches', stored);
      await open();
      expect(recent()).toEqual([]);
    },
  );
});

describe('the command palette', () => {
  const wicker: SearchResult = { kind: 'player', id: 'Wicker', label: 'Wicker', detail: 'Player' };
  const managed: ManagedUser = {
    username: 'Wicker',
    email: 'wicker@example.com',
    isEmailConfirmed: true,
    userRights: 0,
    permissions: [],
    communityManager: false,
    wyncoins: 90,
    createdAt: '2026-01-01T00:00:00Z',
    deleteAfter: null,
    version: 4,
    isOwn: false,
    isLastAdmin: false,
    hasTwoFactor: false,
    discordName: null,
    isWalletFrozen: false,
    isOnline: true,
    totalLevel: 50,
    ban: null,
    mute: null,
    sanctions: [],
    infractions: [],
    sessions: [],
  };
  const mute = {
    id: 1,
    kind: 'mute' as const,
    reason: 'Spam',
    source: 'site' as const,
    issuedBy: 'Elder',
    issuedAt: '2026-01-02T00:00:00Z',
    expiresAt: null,
    liftedAt: null,
    liftedBy: null,
  };

  async function type(text: string, answers: Answers = {}, as: 'admin' | SessionUser = 'admin') {
    const view = await renderScreen(<Host />, {
      address: '/admin/home',
      as,
      answers: {
        'GET /api/search': { results: [], canCompare: false },
        'GET /api/admin/search': ({ query }) => ({
          results: query.q === 'wicker' ? [wicker] : [],
        }),
        'GET /api/admin/users/{username}': managed,
        ...answers,
      },
    });
    await view.user.fill(field(), text);
    return view;
  }

  const choose = async (user: { click: (element: Element) => Promise<void> }, label: string) =>
    user.click(await screen.findByText(label));

  const confirm = async (
    user: { click: (element: Element) => Promise<void> },
    text: RegExp | string,
    button: string,
  ) => {
    await screen.findByText(text);
    await user.click(screen.getByRole('button', { name: button }));
  };

  test.each([
    ['ban', 'banned'],
    ['mute', 'muted'],
  ] as const)('“%s wicker” asks for the reason', async (kind, state) => {
    const route = 'PUT /api/admin/users/{username}/sanctions/{kind}';
    const title = `${kind === 'ban' ? 'Ban' : 'Mute'} Wicker`;
    const { user } = await type(`${kind} wicker`, { [route]: undefined });
    await choose(user, title);
    const sheet = await screen.findByRole('dialog', { name: title });
    await user.click(within(sheet).getByRole('button', { name: title }));
    await screen.findByText('Enter a reason.');
    expect(requests(route)).toEqual([]);
    await user.fill(within(sheet).getByLabelText(/^Reason/), 'Rude');
    await user.click(within(sheet).getByRole('button', { name: title }));
    await screen.findByText(`Wicker is ${state}.`);
    expect(requests(route)).toMatchObject([
      { params: { username: 'Wicker', kind }, body: { reason: 'Rude', version: 4 } },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test.each([
    ['give 500 to wicker', 'Give 500 Testcoins to Wicker', 'Give', 500],
    ['take 20 from wicker', 'Take 20 Testcoins from Wicker', 'Take', -20],
  ])('“%s” moves coins with a reason', async (text, title, button, amount) => {
    const route = 'POST /api/admin/users/{username}/coins';
    const { user } = await type(text, { [route]: { balance: 1 } });
    await choose(user, title);
    const sheet = await screen.findByRole('dialog', { name: title });
    await user.fill(within(sheet).getByLabelText(/^Reason/), 'A prize');
    await user.click(within(sheet).getByRole('button', { name: button }));
    await expect
      .poll(() => requests(route))
      .toMatchObject([
        { params: { username: 'Wicker' }, body: { amount, reason: 'A prize', version: 4 } },
      ]);
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });

  test('“kick wicker” asks and kicks', async () => {
    const route = 'POST /api/admin/users/{username}/kick';
    const { user } = await type('kick wicker', { [route]: undefined });
    await choose(user, 'Kick Wicker');
    await confirm(user, 'Kick Wicker from the game?', 'Kick');
    await expect.poll(() => requests(route)).toMatchObject([{ body: { version: 4 } }]);
  });

  test('“unmute wicker” lifts a mute, and says if there is none', async () => {
    const route = 'DELETE /api/admin/users/{username}/sanctions/{kind}';
    const read = 'GET /api/admin/users/{username}';
    const { user, unmount } = await type('unmute wicker', {
      [read]: { ...managed, mute },
      [route]: undefined,
    });
    await choose(user, 'Unmute Wicker');
    await confirm(user, 'Lift the mute of Wicker?', 'OK');
    await expect
      .poll(() => requests(route))
      .toMatchObject([{ params: { kind: 'mute' }, query: { version: '4' } }]);
    unmount();
    const again = await type('unban wicker');
    await choose(again.user, 'Unban Wicker');
    await screen.findByText('Wicker is not banned.');
  });

  test('“refund 1042” refunds a purchase after a question', async () => {
    const purchase: SearchResult = {
      kind: 'purchase',
      id: '1042',
      label: '#1042 Lantern',
      detail: 'Wicker · 300 TC',
    };
    const route = 'POST /api/admin/purchases/{id}/refund';
    const { user } = await type('refund 1042', {
      'GET /api/admin/search': ({ query }) => ({ results: query.q === '1042' ? [purchase] : [] }),
      [route]: refuse('shop/not-refundable', 'This item has already been delivered.'),
    });
    await choose(user, 'Refund #1042 Lantern');
    await confirm(user, /^Cancel the delivery of #1042 Lantern/, 'Cancel and Refund');
    await screen.findByText('This item has already been delivered.');
    expect(requests(route)).toMatchObject([{ params: { id: '1042' } }]);
  });

  test('“refund” of a top-up opens its refund, unless nothing is left of it', async () => {
    const topUp: SearchResult = {
      kind: 'order',
      id: 'order-5',
      label: '1,000 TC',
      detail: 'Wicker · €20.00',
    };
    const order = { id: 'order-5', username: 'Wicker', currency: 'eur', amount: 2000 };
    const listed = (refundable: number) =>
      ({ orders: [{ ...order, refunded: 2000 - refundable, refundable }] }) as never;
    const read = 'GET /api/admin/orders';
    const { user } = await type('refund order-5', {
      'GET /api/admin/search': ({ query }) => ({ results: query.q === 'order-5' ? [topUp] : [] }),
      [read]: inTurn(listed(0), listed(700)),
    });
    await choose(user, 'Refund 1,000 TC');
    await screen.findByText('This top-up cannot be refunded.');
    expect(requests(read)[0]?.query).toEqual({ id: 'order-5', page: '1' });
    await user.click(screen.getByText('OK'));
    const again = await type('refund order-5');
    await choose(again.user, 'Refund 1,000 TC');
    await screen.findByRole('dialog', { name: /Refund/ });
  });

  test.each([
    ['restart in 5', 'Restart the game in 5 minutes', 'Restart', { seconds: 300 }],
    ['broadcast Hi there', 'Broadcast “Hi there”', 'Send', { message: 'Hi there' }],
  ])('“%s” asks and sends the command', async (text, label, button, args) => {
    const route = 'POST /api/admin/commands';
    const { user } = await type(text, { [route]: { ids: [1] } });
    await choose(user, label);
    expect(requests(route)).toEqual([]);
    await user.click(await screen.findByRole('button', { name: button }));
    await expect.poll(() => requests(route)).toMatchObject([{ body: { args } }]);
  });

  test('a question that is answered with Cancel does nothing', async () => {
    const { user } = await type('restart now');
    await choose(user, 'Restart the game now');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
    expect(requests('POST /api/admin/commands')).toEqual([]);
  });

  test('a result of the text before is gone while the next answer is on its way', async () => {
    const late = new Promise<{ results: SearchResult[] }>(() => {});
    const { user } = await type('ban wicker', {
      'GET /api/admin/search': ({ query }) => (query.q === 'wicker' ? { results: [wicker] } : late),
    });
    await screen.findByText('Ban Wicker');
    await user.clear(field());
    await user.fill(field(), 'audit');
    await expect.poll(rows).toEqual(['Audit Log']);
    await user.clear(field());
    await user.fill(field(), 'ban oak');
    await expect.poll(rows).toEqual([]);
  });

  test('the beginning of a verb is completed', async () => {
    const { user } = await type('gi');
    await user.keyboard('{Enter}');
    expect(field()).toHaveProperty('value', 'give ');
  });

  const hints = () =>
    [...document.querySelectorAll('[role=row]')]
      .map((row) => row.textContent ?? '')
      .filter((text) => /wicker|oak|1042|in 5|Hello/.test(text));

  test.each<[StaffPermission, string[]]>([
    ['news', []],
    ['players', ['ban', 'mute', 'unban', 'unmute', 'kick']],
    ['shop', ['refund']],
    ['server', ['restart', 'broadcast']],
  ])('staff with the permission “%s” see and use only its verbs', async (permission, names) => {
    const staff = { ...testPlayer, user_rights: 2, permissions: [permission] };
    const { user } = await type(' ', {}, staff);
    expect(hints()).toHaveLength(names.length);
    for (const [at, name] of names.entries()) expect(hints()[at]).toContain(`${name} `);
    await user.clear(field());
    await user.type(field(), permission === 'players' ? 'restart now' : 'ban wicker');
    await screen.findByText(/^No results for/);
    expect(rows()).toEqual([]);
  });

  test.each<[SearchResult['kind'], string]>([
    ['player', '/admin/manage/x7'],
    ['post', '/admin/news/edit/x7'],
    ['poll', '/admin/polls?poll=x7'],
    ['item', '/admin/shop?edit=x7'],
    ['purchase', '/admin/shop-logs?id=x7'],
    ['order', '/admin/shop-logs?view=top-ups&id=x7'],
  ])('a %s that was found opens %s', async (kind, href) => {
    const found: SearchResult = { kind, id: 'x7', label: 'Lantern', detail: 'Of brass' };
    const { user, router } = await type('lan', {
      'GET /api/admin/search': { results: [found] },
    });
    await screen.findByText('Lantern');
    expect(rows()).toEqual(['LanternOf brass']);
    await user.keyboard('{Enter}');
    await expect.poll(() => router.latestLocation.href).toBe(href);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a command offers only what it can be about, three at most', async () => {
    const kinds = ['order', 'purchase', 'poll', 'player', 'player', 'player', 'player'] as const;
    const found = kinds.map((kind, at) => ({
      kind,
      id: `${at}`,
      label: `Wick ${at}`,
      detail: '',
    }));
    const { user } = await type('kick wick', { 'GET /api/admin/search': { results: found } });
    await screen.findByText('Kick Wick 3');
    const commands = () => rows().filter((row) => /^(?:Kick|Refund) /.test(row));
    expect(commands()).toEqual(['Kick Wick 3', 'Kick Wick 4', 'Kick Wick 5']);
    await user.clear(field());
    await user.fill(field(), 'refund wick');
    await screen.findByText('Refund Wick 0');
    expect(commands()).toEqual(['Refund Wick 0', 'Refund Wick 1']);
  });

  test('a player who cannot be read is not sanctioned, and the reason is told', async () => {
    const { user } = await type('ban wicker', {
      'GET /api/admin/users/{username}': refuse('request/not-found', 'There is no such player.'),
    });
    await choose(user, 'Ban Wicker');
    await screen.findByText('There is no such player.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('“unban wicker” lifts a ban only after its question', async () => {
    const route = 'DELETE /api/admin/users/{username}/sanctions/{kind}';
    const banned = { ...managed, ban: { ...mute, kind: 'ban' as const } };
    const answers = { 'GET /api/admin/users/{username}': banned, [route]: undefined };
    const { user, unmount } = await type('unban wicker', answers);
    await choose(user, 'Unban Wicker');
    await confirm(user, 'Lift the ban of Wicker?', 'Cancel');
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
    expect(requests(route)).toEqual([]);
    unmount();
    const again = await type('unban wicker', answers);
    await choose(again.user, 'Unban Wicker');
    await confirm(again.user, 'Lift the ban of Wicker?', 'OK');
    await screen.findByText('Wicker is no longer banned.');
    expect(requests(route)).toMatchObject([{ params: { username: 'Wicker', kind: 'ban' } }]);
  });

  test.each([
    ['restart in 90 seconds', 'Restart the game in 90 seconds', 'in 90 seconds'],
    ['restart in 60 s', 'Restart the game in 1 minute', 'in 1 minute'],
    ['restart now', 'Restart the game now', 'now'],
  ])('“%s” is asked in the same words', async (text, label, wait) => {
    const { user } = await type(text);
    await choose(user, label);
    await screen.findByText(
      `Restart every game server ${wait}? Players are warned and then disconnected.`,
    );
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  test('in the admin area its screens come first, elsewhere the pages of the site', async () => {
    const first = await renderScreen(<Host />, { address: '/admin/home', as: 'admin' });
    expect(rows()[0]).toBe('Dashboard');
    expect(rows().filter((row) => row === 'Polls')).toHaveLength(1);
    first.unmount();
    await renderScreen(<Host />, { address: '/news', as: 'admin' });
    expect(rows()[0]).toBe('Home');
    expect(rows().filter((row) => row === 'Polls')).toHaveLength(2);
  });

  test('staff do not find settings, which are for admins', async () => {
    const staff = { ...testPlayer, user_rights: 2, permissions: ['server' as const] };
    const { user } = await type('banner', {}, staff);
    await screen.findByText('No results for “banner”.');
    await user.clear(field());
    await user.fill(field(), 'SERVER');
    await screen.findByText('Server');
  });
});

function Host() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen && <CommandPalette onClose={() => setIsOpen(false)} />;
}
