import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { verifySession } from '#client/lib/session.ts';
import { answer, hold, refuse } from '#client/testing/fake-fetch.ts';
import { renderPage } from '#client/testing/render-page.tsx';
import { answerNothing, notFound } from '#client/testing/screen-states.tsx';
import { changeSite } from '#client/testing/test-site.ts';

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
