import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { renderPage } from '#client/testing/render-page.tsx';

test('an admin page sends a player home and says why', async () => {
  const { router } = await renderPage('/admin/users', {
    as: 'player',
    answers: { 'GET /api/news': { posts: [], total: 0, page: 1, pages: 1 } },
  });
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Admins only.');
  expect(router.latestLocation.href).toBe('/');
});

test('a page for players sends a visitor to the login and back', async () => {
  const { router } = await renderPage('/profile/wallet?page=2');
  await screen.findByRole('heading', { level: 1 });
  expect(router.latestLocation.href).toBe('/login?redirect=%2Fprofile%2Fwallet%3Fpage%3D2');
});
