import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { refuse, requests } from '#client/testing/fake-fetch.ts';
import { render, renderPage, renderScreen } from '#client/testing/render-page.tsx';
import { answerNothing, notFound, testStates } from '#client/testing/screen-states.tsx';
import type { EditedPage, OwnPage } from '#shared/endpoints/own-pages.ts';

import { NewPageDialog } from './new-page-dialog.tsx';
import { PageSheet } from './page-sheet.tsx';

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

test('a new page opens in its editor', async () => {
  const created = { id: '12' } as EditedPage;
  const { user, router } = await renderScreen(<NewPageDialog onClose={() => {}} />, {
    address: '/admin/pages',
    as: 'admin',
    answers: { 'POST /api/admin/pages': created },
  });
  await user.fill(screen.getByLabelText('Title'), 'Boss Guide');
  await user.click(screen.getByLabelText('Link in the footer'));
  await user.click(screen.getByText('Create Page'));
  await expect.poll(() => router.latestLocation.pathname).toBe('/admin/pages/edit/12');
  expect(requests('POST /api/admin/pages')[0]?.body).toMatchObject({
    inNavigation: false,
    inFooter: true,
  });
});

test.each([
  ['/terms', 'Privacy Policy', '/privacy'],
  ['/privacy', 'Terms of Service', '/terms'],
])('%s leads to the %s at its end', async (path, title, other) => {
  answerNothing();
  await renderPage(path, { answers: { 'GET /api/pages/{slug}': makePage('x', 'Words') } });
  const article = (await screen.findByText('Words')).closest('article')!;
  expect(within(article).getByRole('link', { name: title }).getAttribute('href')).toBe(other);
});

test('a long page has contents that lead to its parts, and the day of its last change', () => {
  const content = ['One', 'Two', 'Three', 'Four'].map((title) => `<h2>${title}</h2>`).join('');
  // The tests run in New York, five hours behind UTC in winter.
  const page = { title: 'Rules', content, updatedAt: '2026-11-04T02:00:00.000Z' };
  const { rerender, container } = render(<PageSheet page={page} />);
  const links = within(screen.getByLabelText('Contents')).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    ['One', 'Two', 'Three', 'Four'].map((title, at) => [title, `#part-${at + 1}`]),
  );
  expect(container.querySelector('#part-3')?.textContent).toBe('Three');
  expect(screen.getByText(/^Last changed on/).textContent).toContain('3');
  expect(container.querySelector('time')?.dateTime).toBe(page.updatedAt);
  rerender(<PageSheet page={{ ...page, updatedAt: null }} />);
  expect(screen.queryByText(/^Last changed on/)).toBeNull();
});
