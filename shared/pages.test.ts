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

test('the title is the route’s, or the product’s name when there is none', () => {
  expect(titleOf('Events', 'Wynhold')).toBe('Events – Wynhold');
  expect(titleOf(null, 'Wynhold')).toBe('Wynhold');
});
