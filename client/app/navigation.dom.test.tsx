import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { useSession } from '#client/lib/session.ts';
import { requests } from '#client/testing/fake-fetch.ts';
import { render, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import {
  changeBrand,
  changeSite,
  makeTestSite,
  testAdmin,
  testPlayer,
} from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';

import { Palette } from './command-palette.tsx';
import { NavLinks, Purse } from './header-links.tsx';
import { HomePreview } from './home-preview.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { allScreens, furtherScreens, sidebarScreens, useAllowed } from './navigation.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

const writer: SessionUser = { ...testPlayer, user_rights: 2, permissions: ['news'] };
const staff: SessionUser = { ...testPlayer, user_rights: 2 };

function Screens() {
  return (
    <p>
      Screens:{' '}
      {useAllowed(allScreens)
        .map(({ label }) => label)
        .join(', ')}
    </p>
  );
}

test.each([
  ['a player', testPlayer, ''],
  ['staff without a permission', staff, ''],
  ['staff who write the news', writer, 'Dashboard, News, New Post, News Categories'],
  ['an admin', testAdmin, allScreens.map(({ label }) => label).join(', ')],
])('the screens that are offered to %s', (_, as, labels) => {
  render(<Screens />, { as });
  expect(screen.getByText(/^Screens:/).textContent).toBe(`Screens: ${labels}`);
});

test('screens of features that are switched off are not offered', () => {
  changeSite({ featuresOff: ['events', 'polls', 'hiscores', 'shop', 'contracts'] });
  render(<Screens />, { as: testAdmin });
  const ofShop = ['Shop', 'Sales', 'Store Preview', 'Codes', 'Revenue', 'Supporters'];
  const gone = new Set([...ofShop, 'Polls', 'Contracts', 'Events', 'Hiscores', 'Seasons']);
  const left = allScreens.map(({ label }) => label).filter((label) => !gone.has(label));
  expect(screen.getByText(/^Screens:/).textContent).toBe(`Screens: ${left.join(', ')}`);
});

test('the purse leads to the wallet if there is no store', async () => {
  changeSite({ featuresOff: ['shop'] });
  await renderScreen(<Purse className="" />, { address: '/news', as: testPlayer });
  const purse = screen.getByRole<HTMLAnchorElement>('link', { name: 'Wallet: 1,250 Testcoins' });
  expect(purse.pathname).toBe('/profile/wallet');
});

function Header() {
  return <NavLinks session={useSession()} community={null} />;
}

test.each<[string, 'visitor' | SessionUser, string[]]>([
  ['a visitor', 'visitor', ['Login']],
  ['a player', testPlayer, ['Profile', 'Logout']],
  ['staff without a permission', staff, ['Profile', 'Logout']],
  ['staff with a permission', writer, ['Profile', 'Admin', 'Logout']],
  ['an admin', testAdmin, ['Profile', 'Admin', 'Logout']],
])('the header of %s', async (_, as, expected) => {
  await renderScreen(<Header />, { address: '/news', as });
  const links = ['Profile', 'Admin', 'Login', 'Logout'].filter((text) => screen.queryByText(text));
  expect(links).toEqual(expected);
});

const status = 'GET /api/server/status';
const answers = { [status]: { isOnline: false, online: 0, max: 0, servers: [] } };

function Sheet() {
  return <MenuSheet session={useSession()} onClose={() => {}} />;
}

test.each([
  ['header', SiteHeader],
  ['menu of a phone', Sheet],
  ['footer', SiteFooter],
])('the %s leads to the toplists and to Discord', async (_, Part) => {
  const discord = { label: '42 on Discord', href: 'https://discord.gg/lantern' };
  changeSite({ communityLinks: [{ label: 'Vote', href: '/vote' }, discord], discord });
  await renderScreen(<Part />, { address: '/news', answers });
  const found = [...document.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
  expect(found.filter((href) => href === '/vote' || href === discord.href)).toEqual([
    '/vote',
    discord.href,
  ]);
  // The bar of the header shows the number outside of the menu too.
  expect(screen.getAllByText(discord.label)).toHaveLength(Part === SiteHeader ? 2 : 1);
});

describe('links that the owner changed', () => {
  beforeEach(() => {
    changeBrand({
      builtInLinks: {
        header: { '/': 'Start', '/events': null, chat: 'Comms' },
        footer: { '/shop': 'Forge', '/polls': null, chat: null },
      },
      firstLinks: [{ label: 'Wiki', href: '/pages/wiki' }],
      navigation: [{ label: 'Rules', href: '/pages/rules' }],
    });
  });

  const texts = () => [...document.querySelectorAll('nav a')].map((link) => link.textContent);

  test('are in the header', async () => {
    await renderScreen(<SiteHeader />, { address: '/news', answers });
    await expect.poll(() => requests(status)).not.toEqual([]);
    // With those of the two menus.
    expect(texts()).toEqual([
      'Start',
      'Play',
      'Community chat',
      'Hiscores',
      'Wiki',
      'Login',
      'Rules',
    ]);
    screen.getByRole('button', { name: 'Comms' });
    screen.getByRole('button', { name: 'More' });
  });

  test('are in the menu of a phone', async () => {
    await renderScreen(<Sheet />, { address: '/news', answers });
    await expect.poll(() => requests(status)).not.toEqual([]);
    expect(texts().map((text) => text.trim())).toEqual([
      'Start',
      'Play',
      'Comms',
      'Hiscores',
      'Wiki',
      'Login',
      'Rules',
    ]);
  });

  test('are in the footer', async () => {
    await renderScreen(<SiteFooter />, { address: '/news' });
    expect(texts()).toEqual([
      'Download',
      'Hiscores',
      'Forge',
      'Events',
      'Support',
      'Terms',
      'Privacy',
    ]);
    screen.getByText('API');
  });

  test('are only Terms and Privacy in the footer of tools', async () => {
    await renderScreen(<SiteFooter />, { address: '/profile/wallet' });
    expect(texts()).toEqual(['Terms', 'Privacy']);
    expect(screen.queryByText('API')).toBeNull();
  });
});

test('events are in the sidebar of staff who may change them', () => {
  const host: SessionUser = { ...testPlayer, user_rights: 2, permissions: ['events'] };
  function Sidebar() {
    return useAllowed([...sidebarScreens, ...furtherScreens]).map(({ to, label }) => (
      <p key={to}>{label}</p>
    ));
  }
  render(<Sidebar />, { as: host });
  screen.getByText('Events');
});

test.each([
  ['currency', 'Currency and Price of Coins', 'money'],
  ['banner', 'Maintenance Banner', 'notices'],
  ['host', 'Who May Host Events', 'players'],
])('the palette finds the setting for “%s”', async (typed, label, group) => {
  const { user, router } = await renderScreen(<Palette onClose={() => {}} />, {
    address: '/admin/home',
    as: 'admin',
    answers: {
      'GET /api/search': { results: [], canCompare: false },
      'GET /api/admin/search': { results: [] },
    },
  });
  await user.type(screen.getByRole('combobox'), typed);
  await user.click(await screen.findByText(label));
  await expect.poll(() => router.latestLocation.href).toBe(`/admin/server?view=site#${group}`);
});

test('the preview of the look has the header of a visitor, also for an admin', async () => {
  answerNothing();
  const brand = { ...makeTestSite().brand, name: 'Stormreach' };
  await renderScreen(<HomePreview brand={brand} width={1200} hasTexts />, {
    address: '/admin/appearance',
    as: testAdmin,
    answers: { 'GET /auth/verify': testAdmin },
  });
  const frame = screen.getByTitle<HTMLIFrameElement>('Preview of the home page');
  const preview = within(frame.contentDocument!.body);
  preview.getByLabelText('Stormreach, home');
  preview.getAllByText('Login');
  expect(requests('GET /auth/verify')).toEqual([]);
});

test.each([
  [1250, null],
  [1251, '1 more for Lamp'],
  [5000, '3,750 more for Lamp'],
])('the purse says how far a pinned item of %d coins is', async (price, title) => {
  const pinned = { itemId: '7', name: 'Lamp', price };
  await renderScreen(<Purse className="" />, { address: '/news', as: { ...testPlayer, pinned } });
  const purse = screen.getByRole<HTMLAnchorElement>('link', { name: 'Store: 1,250 Testcoins' });
  expect([purse.pathname, purse.getAttribute('title')]).toEqual(['/shop', title]);
  expect(purse.querySelector('progress')).toMatchObject({
    max: price,
    value: Math.min(price, 1250),
  });
});

test('without a pinned item the purse has no way to go, and a visitor has none', async () => {
  const { unmount } = await renderScreen(<Purse className="" />, {
    address: '/news',
    as: testPlayer,
  });
  expect(screen.getByRole('link').querySelector('progress')).toBeNull();
  unmount();
  await renderScreen(<Purse className="" />, { address: '/news' });
  expect(screen.queryByRole('link')).toBeNull();
});

test('the menu of a phone opens and closes', async () => {
  const { user } = await renderScreen(<SiteHeader />, { address: '/news', answers });
  const menu = screen.getByRole('button', { name: 'Menu' });
  expect(menu.getAttribute('aria-expanded')).toBe('false');
  await user.click(menu);
  await user.click(await screen.findByLabelText('Close menu'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(menu.getAttribute('aria-expanded')).toBe('false');
});

test.each([
  ['Play', '/play'],
  ['Hiscores', '/hiscores'],
  ['Profile', '/profile'],
  ['Vote', '/vote'],
  ['1,250', '/shop'],
  ['Logout', '/'],
])('the menu of a phone closes when %s is chosen, which leads to %s', async (label, path) => {
  const logout = 'POST /auth/logout';
  const onClose = vi.fn();
  function Menu() {
    return <MenuSheet session={useSession()} onClose={onClose} />;
  }
  changeSite({ communityLinks: [{ label: 'Vote', href: '/vote' }] });
  const { user, router } = await renderScreen(<Menu />, {
    address: '/news',
    as: testPlayer,
    answers: { ...answers, [logout]: { message: 'Logged out.' } as never },
  });
  await user.click(screen.getByText(label));
  await expect.poll(() => router.latestLocation.pathname).toBe(path);
  expect(onClose).toHaveBeenCalledOnce();
  expect(requests(logout)).toHaveLength(label === 'Logout' ? 1 : 0);
});

test('a header without links of the owner has no further menu, and is solid below the first screen', async () => {
  const { container } = await renderScreen(<SiteHeader />, { address: '/', answers });
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
  const header = container.querySelector('header')!;
  const scrollTo = (y: number) => {
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(y);
    act(() => void window.dispatchEvent(new Event('scroll')));
    return header.className.includes('solid');
  };
  expect([24, 25, 24].map(scrollTo)).toEqual([false, true, false]);
});

test('a header outside of the home page is solid', async () => {
  const { container } = await renderScreen(<SiteHeader />, { address: '/news', answers });
  expect(container.querySelector('header')?.className).toContain('solid');
});

test('the footer has the networks after the links of the community, and the own links in the end', async () => {
  changeSite({
    communityLinks: [{ label: 'Vote', href: '/vote' }],
    brand: {
      ...makeTestSite().brand,
      builtInLinks: { header: {}, footer: { '/api/docs': null } },
      social: [{ label: 'Film', href: 'https://film.example.com' }],
      footer: { text: 'Old stones.', links: [{ label: 'Rules', href: '/pages/rules' }] },
    },
  });
  await renderScreen(<SiteFooter />, { address: '/news' });
  const links = (name: string) =>
    within(screen.getByRole('list', { name }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(links('Community')).toEqual(['Events', 'Polls', 'Community chat', 'Vote', 'Film']);
  expect(links('Help')).toEqual(['Support', 'Terms', 'Privacy', 'Rules']);
  screen.getByText('Old stones.');
  expect(screen.queryByText('API')).toBeNull();
});

test.each([
  ['/login', true],
  ['/reset-password', true],
  ['/support/appeal', true],
  ['/api/docs', true],
  ['/hiscores', false],
])('the footer of %s is short: %s', async (address, isShort) => {
  await renderScreen(<SiteFooter />, { address });
  expect(screen.queryByText('Download') === null).toBe(isShort);
});
