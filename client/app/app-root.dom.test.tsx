import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { unreachable } from '#client/lib/api.ts';
import { verifySession } from '#client/lib/session.ts';
import { answer, hold, refuse } from '#client/testing/fake-fetch.ts';
import { render, renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, notFound } from '#client/testing/screen-states.tsx';
import { changeSite } from '#client/testing/test-site.ts';
import { AppError } from '#shared/errors.ts';

import { ErrorMessage } from './error-page.tsx';

const focused = () => document.activeElement;

async function openRules() {
  const rules = hold<'GET /api/pages/{slug}'>();
  answerNothing();
  const { router } = await renderPage('/news', {
    answers: { 'GET /api/pages/{slug}': rules.answer },
  });
  await expect.poll(() => document.querySelector('h1')).not.toBeNull();
  await router.navigate({ to: '/pages/$slug', params: { slug: 'rules' } });
  await screen.findByText('Loading...', { selector: 'h1' });
  await expect.poll(focused).not.toBe(document.body);
  return rules;
}

test('the focus stays on the page when its content replaces the skeleton', async () => {
  const rules = await openRules();
  const page = { slug: 'rules', title: 'House Rules', description: '', updatedAt: null };
  rules.give({ ...page, content: '<p>Be kind.</p>' });
  await screen.findByText('Be kind.');
  expect(focused()?.tagName).toBe('MAIN');
});

test('the focus goes to the heading when the page turns out not to exist', async () => {
  const rules = await openRules();
  rules.give(refuse('request/not-found', 'There is no such page.'));
  const heading = await screen.findByText(notFound);
  await expect.poll(focused).toBe(heading);
});

async function endByBan() {
  answerNothing();
  const view = await renderPage('/profile/status', { as: 'player' });
  await screen.findByText('Logout');
  answer({ 'GET /auth/verify': refuse('accounts/banned', 'Banned until Friday.') });
  await verifySession();
  await screen.findByText('Banned until Friday.');
  return view;
}

test('the notice of a ban that ended the session leads to the page for appeals', async () => {
  const { user, router } = await endByBan();
  await user.click(screen.getByText('Appeal This Ban'));
  await expect.poll(() => router.latestLocation.pathname).toBe('/support/appeal');
});

test('the notice of a ban has no way to appeal if the inbox is off', async () => {
  changeSite({ featuresOff: ['inbox'] });
  await endByBan();
  expect(screen.queryByText('Appeal This Ban')).toBeNull();
});

test.each(['info', 'warning'] as const)(
  'a banner of the kind %s is on every page',
  async (tone) => {
    changeSite({ banner: { text: 'Back at noon', tone } });
    answerNothing();
    await renderPage('/profile/status', { as: 'player' });
    const banner = await screen.findByLabelText('Notice');
    expect(banner.textContent).toBe('Back at noon');
    expect(banner.querySelector('use')?.getAttribute('href')).toMatch(new RegExp(`#${tone}$`));
    expect(banner.className.includes('warning')).toBe(tone === 'warning');
  },
);

function openError(error: unknown) {
  const reload = vi.fn();
  vi.stubGlobal('location', { reload });
  return { ...render(<ErrorMessage error={error} />), reload };
}

test('a page that failed can be tried again, and names the reference of the server', async () => {
  const error = new AppError('server/unexpected', 'The disk is full.', { requestId: 'r-7' });
  const { user, reload, unmount } = openError(error);
  screen.getByRole('heading', { name: 'Something went wrong' });
  screen.getByText('The disk is full.');
  screen.getByText('Reference: r-7');
  await user.click(screen.getByText('Try Again'));
  expect(reload).toHaveBeenCalledOnce();
  unmount();
  // The text of a bug says nothing to a visitor.
  openError(new TypeError('x is undefined'));
  screen.getByText('This page could not be shown. Please try again.');
  expect(screen.queryByText(/^Reference/)).toBeNull();
});

test('without a connection a page opens by itself once the server can be reached', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const health = vi
    .spyOn(globalThis, 'fetch')
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockResolvedValue(new Response('ok'));
  const { reload, unmount } = openError(unreachable());
  screen.getByRole('heading', { name: 'You are offline' });
  expect(screen.queryByText('Try Again')).toBeNull();
  for (const times of [1, 2]) {
    await vi.advanceTimersByTimeAsync(5000);
    expect(health.mock.calls).toHaveLength(times);
    expect(reload).not.toHaveBeenCalled();
  }
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => reload.mock.calls).toHaveLength(1);
  expect(health.mock.calls.map(([url]) => url)).toEqual(Array(3).fill('/healthz'));
  unmount();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(health.mock.calls).toHaveLength(3);
});
