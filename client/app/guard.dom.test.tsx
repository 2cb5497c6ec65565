import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { queryClient } from '#client/lib/query-client.ts';
import { verifySession } from '#client/lib/session.ts';
import { answer, refuse } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, notFound } from '#client/testing/screen-states.tsx';
import { changeSite, makeTestSite, testPlayer } from '#client/testing/test-site.ts';
import type { SwitchableFeature } from '#shared/endpoints/site-settings.ts';

test.each([
  ['player', 0],
  ['moderator', 1],
  ['staff', 2],
])('a %s on /admin sees "Admins only." and is sent home', async (_, rights) => {
  answerNothing();
  const { router } = await renderPage('/admin', { as: { ...testPlayer, user_rights: rights } });
  within(await screen.findByRole('alertdialog')).getByText('Admins only.');
  // The page is behind the dialog, so hidden for screen readers.
  const nav = await screen.findByRole('navigation', { name: 'Main', hidden: true });
  expect(router.state.location.pathname).toBe('/');
  const links = [...nav.querySelectorAll('a')].map(({ textContent }) => textContent);
  expect(links).toContain('Profile');
  expect(links).not.toContain('Admin');
});

test('an address that is no page of the site is the not-found page', async () => {
  answerNothing();
  await renderPage('/no/such/place');
  await screen.findByText(notFound);
  expect(document.title).toBe('Not Found – Testhold');
  expect(screen.getByText<HTMLAnchorElement>('Back to Home').pathname).toBe('/');
});

test.each<[string, 'visitor' | 'admin']>([
  ['/events?event=5', 'visitor'],
  ['/admin/events/types', 'visitor'],
  ['/admin/events/types', 'admin'],
])('%s as %s is the not-found page if events are switched off', async (address, as) => {
  changeSite({ featuresOff: ['events'] });
  answerNothing();
  await renderPage(address, { as });
  await screen.findByText(notFound);
});

test('an open page goes when it is switched off, and comes back', async () => {
  answerNothing();
  answer({ 'GET /api/polls': [] });
  await renderPage('/polls');
  await screen.findByRole('heading', { level: 1, name: 'Polls' });
  const switchPolls = (featuresOff: SwitchableFeature[]) => {
    answer({ 'GET /api/site': { ...makeTestSite(), featuresOff } });
    return queryClient.invalidateQueries({ queryKey: ['site'] });
  };
  await switchPolls(['polls']);
  await screen.findByText(notFound);
  await switchPolls([]);
  await screen.findByRole('heading', { level: 1, name: 'Polls' });
});

test.each(['/profile', '/shop?tab=capes', '/admin/users'])(
  'a visitor on %s is sent to the login with a redirect back',
  async (path) => {
    answerNothing();
    const refusal = refuse('access/login-required', 'Log in first.');
    const { router } = await renderPage(path, { answers: { 'GET /auth/verify': refusal } });
    await screen.findByText('Log In');
    expect(router.state.location.href).toBe(`/login?redirect=${encodeURIComponent(path)}`);
  },
);

test.each([
  ['/login?redirect=%2Fprofile%2Fsettings', '/profile/settings'],
  ['/register', '/profile/home'],
  // A link that anyone can send must not lead to another site.
  ['/login?redirect=%2F%2Fevil.example%2Fprofile', '/'],
  ['/register?redirect=https%3A%2F%2Fevil.example', '/'],
])('a player on %s is sent to %s', async (address, path) => {
  answerNothing();
  const { router } = await renderPage(address, { as: 'player' });
  await expect.poll(() => router.state.location.pathname).toBe(path);
});

test('a player whose session has ended is told so on the way to the login', async () => {
  answerNothing();
  const { router } = await renderPage('/profile/status', { as: 'player' });
  await screen.findByText('Coming Soon!');
  answer({ 'GET /auth/verify': refuse('access/login-required', 'Log in first.') });
  await router.navigate({ to: '/shop' });
  await screen.findByText('Your session has ended. Please log in again.');
  expect(router.state.location.href).toBe('/login?redirect=%2Fshop');
});

test('staff whose permission is taken away leave the page at once', async () => {
  const writer = { ...testPlayer, user_rights: 2, permissions: ['news' as const] };
  answerNothing();
  const { router } = await renderPage('/admin/news', { as: writer });
  await screen.findByRole('heading', { level: 1, name: 'News' });
  answer({ 'GET /auth/verify': { ...writer, permissions: [] } });
  await verifySession();
  within(await screen.findByRole('alertdialog')).getByText('Admins only.');
  await expect.poll(() => router.state.location.pathname).toBe('/');
});

test.each([
  [false, true],
  [true, false],
])('a site with its developer pages (%s) has an outbox', async (hasDevPages, isMissing) => {
  changeSite({ hasDevPages });
  answerNothing();
  await renderPage('/dev/mail', { answers: { 'GET /api/dev/mail': [] } });
  await screen.findByText(isMissing ? notFound : 'No emails yet');
});

test.each([
  ['/profile', '/profile/home', 'player'],
  ['/admin', '/admin/home', 'admin'],
] as const)('%s leads on to %s', async (address, path, as) => {
  answerNothing();
  const { router } = await renderPage(address, { as });
  await expect.poll(() => router.state.location.pathname).toBe(path);
});
