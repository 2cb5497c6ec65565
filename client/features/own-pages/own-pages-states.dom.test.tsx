import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { refuse, requests } from '#client/testing/fake-fetch.ts';
import { renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, notFound, testStates } from '#client/testing/screen-states.tsx';
import type { OwnPage } from '#shared/endpoints/own-pages.ts';

import { NewPageDialog } from './new-page-dialog.tsx';

function makePage(slug: string, title: string): OwnPage {
  return { slug, title, description: '', content: `<p>About ${slug}.</p>`, updatedAt: null };
}

for (const [path, title] of [
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy Policy'],
  ['/pages/rules', 'House Rules'],
] as const) {
  const slug = path.split('/').at(-1)!;
  testStates(path, {
    path,
    route: 'GET /api/pages/{slug}',
    error: 'This page could not be loaded',
    ready: [makePage(slug, title), `About ${slug}.`],
    missing: notFound,
  });
}

testStates('the list of pages for admins', {
  path: '/admin/pages',
  as: 'admin',
  route: 'GET /api/admin/pages',
  loading: 'Loading pages...',
  error: 'The pages could not be loaded',
});

testStates('the editor of a page', {
  path: '/admin/pages/edit/7',
  as: 'admin',
  route: 'GET /api/admin/pages/{id}',
  loading: 'Loading page...',
  error: 'This page could not be loaded',
  missing: notFound,
});

test('a new page gets its address and its links in one dialog', async () => {
  answerNothing();
  const { user } = await renderScreen(<NewPageDialog onClose={() => {}} />, {
    address: '/admin/pages',
    as: 'admin',
    answers: { 'POST /api/admin/pages': () => new Promise(() => {}) },
  });
  await user.fill(screen.getByLabelText('Title'), 'Boss Guide');
  await user.click(screen.getByLabelText('Link in the navigation'));
  await user.click(screen.getByText('Create Page'));
  await expect
    .poll(() => requests('POST /api/admin/pages')[0]?.body)
    .toEqual({ title: 'Boss Guide', slug: 'boss-guide', inNavigation: true, inFooter: false });
});

test('the address follows the title until it is edited, and a taken one is marked', async () => {
  const text = 'Another page has this address.';
  const { user } = await renderScreen(<NewPageDialog onClose={() => {}} />, {
    address: '/admin/pages',
    as: 'admin',
    answers: { 'POST /api/admin/pages': refuse('pages/address-taken', text, { slug: text }) },
  });
  const title = screen.getByLabelText('Title');
  const address = screen.getByLabelText<HTMLInputElement>(/^Address/);
  await user.fill(title, 'Élan & Co');
  expect(address.value).toBe('elan-co');
  await user.fill(address, '-2');
  await user.fill(title, ' more');
  expect(address.value).toBe('elan-co-2');
  await user.click(screen.getByText('Create Page'));
  await screen.findByText(text);
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(requests('POST /api/admin/pages')[0]?.body).toEqual({
    title: 'Élan & Co more',
    slug: 'elan-co-2',
    inNavigation: false,
    inFooter: false,
  });
});

test.each([
  ['/pages/guide', 'rules', '/pages/rules'],
  // A page of the owner that became one of every site.
  ['/pages/guide', 'terms', '/terms'],
])('%s that was moved to “%s” leads to %s', async (address, slug, path) => {
  answerNothing();
  const { router } = await renderPage(address, {
    answers: { 'GET /api/pages/{slug}': makePage(slug, 'House Rules') },
  });
  await screen.findByText('House Rules');
  await expect.poll(() => router.state.location.pathname).toBe(path);
});
