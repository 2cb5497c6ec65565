import { expect, test } from 'vitest';

import { pages, titleOf } from './pages.ts';
import type { Page } from './pages.ts';

test('every page carries a title and the three flags', () => {
  for (const page of Object.values(pages)) {
    expect(page).toMatchObject({
      requiresLogin: expect.any(Boolean) as boolean,
      staffOnly: expect.any(Boolean) as boolean,
      adminOnly: expect.any(Boolean) as boolean,
    });
    expect(page.title === null || page.title.length > 0).toBe(true);
  }
});

test('the admin area has every screen of the specification, each with all three flags', () => {
  const screens = ['home', 'users', 'manage/$username', 'shop', 'shop-logs', 'news', 'news/new'];
  for (const screen of [...screens, 'news/edit/$id', 'polls', 'contracts', 'server']) {
    const page = (pages as Record<string, Page>)[`/admin/${screen}`];
    expect(page, screen).toMatchObject({ requiresLogin: true, staffOnly: true, adminOnly: true });
  }
});

test('these pages of the admin area are open to staff with a permission', () => {
  const opened = Object.entries<Page>(pages).flatMap(([path, { permission }]) =>
    permission ? [[path, permission]] : [],
  );
  expect(Object.fromEntries(opened)).toEqual({
    '/admin': 'any',
    '/admin/home': 'any',
    '/admin/users': 'players',
    '/admin/manage/$username': 'players',
    '/admin/shop': 'shop',
    '/admin/shop/sales': 'shop',
    '/admin/shop/preview': 'shop',
    '/admin/shop/revenue': 'shop',
    '/admin/shop-logs': 'shop',
    '/admin/news': 'news',
    '/admin/news/new': 'news',
    '/admin/news/edit/$id': 'news',
    '/admin/news/categories': 'news',
    '/admin/events/types': 'events',
    '/admin/polls': 'polls',
    '/admin/votes': 'votes',
    '/admin/inbox': 'inbox',
    '/admin/contracts': 'server',
    '/admin/server': 'server',
  });
});

test('the title is the route’s, or the product’s name when there is none', () => {
  expect(titleOf('Events', 'Wynhold')).toBe('Events – Wynhold');
  expect(titleOf(null, 'Wynhold')).toBe('Wynhold');
});
