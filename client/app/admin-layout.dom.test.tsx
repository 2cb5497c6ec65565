import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';

import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing } from '#client/testing/screen-states.tsx';
import { changeBrand, testPlayer } from '#client/testing/test-site.ts';
import type { SessionUser } from '#shared/endpoints/accounts.ts';

import { AdminLayout } from './admin-layout.tsx';
import { furtherScreens, sidebarScreens } from './navigation.ts';

beforeEach(() => localStorage.clear());

function open(address = '/admin/home', as: 'admin' | SessionUser = 'admin') {
  return renderScreen(<AdminLayout />, { address, as });
}

const linksIn = (name: string) =>
  within(screen.getByRole('navigation', { name })).getAllByRole('link');

test('the sidebar is folded and unfolded, and stays so for the next visit', async () => {
  const { user, unmount } = await open();
  const button = screen.getByLabelText('Collapse sidebar');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await user.click(button);
  expect(localStorage.getItem('admin-sidebar')).toBe('collapsed');
  expect(screen.getByLabelText('Expand sidebar').getAttribute('aria-expanded')).toBe('false');
  unmount();
  const again = await open();
  await again.user.click(screen.getByLabelText('Expand sidebar'));
  screen.getByLabelText('Collapse sidebar');
  expect(localStorage.getItem('admin-sidebar')).toBe('open');
});

test('an admin has every screen in two groups, staff only their own, and without an empty group', async () => {
  const { unmount } = await open();
  const labels = (name: string) => linksIn(name).map(({ textContent }) => textContent);
  expect(labels('Admin')).toEqual(sidebarScreens.map(({ label }) => label));
  expect(labels('More')).toEqual(furtherScreens.map(({ label }) => label));
  unmount();
  await open('/admin/home', { ...testPlayer, user_rights: 2, permissions: ['shop'] });
  expect(labels('Admin')).toEqual(['Dashboard', 'Shop', 'Shop Logs']);
  expect(screen.queryByRole('navigation', { name: 'More' })).toBeNull();
});

test.each([
  ['/admin/manage/wicker?tab=coins', ['Users']],
  ['/admin/users?rights=staff', ['Users']],
  ['/admin/shop?edit=7', ['Shop']],
  ['/admin/hiscores', ['Hiscores']],
  // It has a link of its own.
  ['/admin/hiscores/seasons', ['Seasons']],
  ['/admin/inbox', ['Inbox']],
])('at %s the sidebar marks %j', async (address, marked) => {
  await open(address);
  const links = [...linksIn('Admin'), ...linksIn('More')];
  const active = links.filter(({ className }) => /active/.test(className));
  expect(active.map(({ textContent }) => textContent)).toEqual(marked);
});

test('on a phone the links are in a sheet, which closes when one is followed', async () => {
  changeBrand({ name: 'Stormreach', logo: '/media/logo.png' });
  answerNothing();
  const { user, router } = await renderPage('/admin/home', { as: 'admin' });
  expect(await screen.findAllByLabelText('Stormreach, home')).toHaveLength(2);
  const menu = screen.getByRole('button', { name: 'Admin menu' });
  await user.click(menu);
  expect(menu.getAttribute('aria-expanded')).toBe('true');
  const sheet = within(await screen.findByRole('dialog', { name: 'Admin menu' }));
  await user.click(sheet.getByText('Polls'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  expect(router.latestLocation.pathname).toBe('/admin/polls');
});

test('the help about keys opens from the sidebar', async () => {
  const { user } = await open();
  await user.click(screen.getByText('Keys in lists'));
  await screen.findByRole('dialog', { name: 'Keys in Lists' });
  await user.click(screen.getByLabelText('Close'));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});
