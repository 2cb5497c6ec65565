import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { requests } from '#client/testing/fake-fetch.ts';
import { renderScreen } from '#client/testing/render-page.tsx';
import type { PageSummary } from '#shared/endpoints/own-pages.ts';

import { AdminPagesPage } from './admin-pages-page.tsx';

const rules: PageSummary = {
  id: '7',
  isFixed: false,
  slug: 'rules',
  inNavigation: true,
  inFooter: true,
  label: null,
  title: 'Rules',
  version: 4,
  publishedVersion: 3,
  savedAt: '2026-11-01T12:00:00.000Z',
  savedBy: 'Elder',
};
const pages: PageSummary[] = [
  rules,
  {
    ...rules,
    id: '9',
    slug: 'guide',
    title: 'Guide',
    inNavigation: false,
    version: 1,
    publishedVersion: null,
    savedBy: null,
  },
  {
    ...rules,
    id: '8',
    slug: 'faq',
    title: 'Questions',
    inFooter: false,
    publishedVersion: 4,
  },
  {
    ...rules,
    id: 'terms',
    slug: 'terms',
    title: 'Terms of Service',
    isFixed: true,
    inNavigation: false,
    inFooter: false,
    version: 0,
    publishedVersion: 0,
    savedAt: null,
    savedBy: null,
  },
];

const order = 'PUT /api/admin/pages/order';
const remove = 'DELETE /api/admin/pages/{id}';

async function open() {
  const view = await renderScreen(<AdminPagesPage />, {
    address: '/admin/pages',
    as: 'admin',
    answers: {
      'GET /api/admin/pages': { pages },
      'GET /api/site': () => new Promise(() => {}),
      [order]: undefined,
      [remove]: undefined,
    },
  });
  await screen.findByText('Guide');
  return view;
}

const rowOf = (title: string) => within(screen.getByText(title).closest('tr')!);

test('each page shows its address, its state and its links', async () => {
  await open();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].slice(1, 3).map((cell) => cell.textContent))).toEqual([
    ['PublishedNewer draft', 'Navigation, Footer'],
    ['Draft', 'Footer'],
    ['Published', 'Navigation'],
    ['Published', 'Footer'],
  ]);
  rowOf('Rules').getByText('/pages/rules');
  rowOf('Rules').getByText('by Elder');
  rowOf('Terms of Service').getByText('/terms');
  rowOf('Terms of Service').getByText('The default text');
  expect(screen.queryByLabelText('View Guide')).toBeNull();
  expect(screen.getByLabelText('View Questions').getAttribute('href')).toBe('/pages/faq');
});

test('the terms can be edited, but not moved or deleted', async () => {
  const { user } = await open();
  screen.getByLabelText('Edit Terms of Service');
  for (const label of ['Delete Terms of Service', 'Move Terms of Service up']) {
    expect(screen.queryByLabelText(label), label).toBeNull();
  }
  // The ends of the list are those of the pages that can be moved.
  await user.click(screen.getByLabelText('Move Rules up'));
  await user.click(screen.getByLabelText('Move Questions down'));
  expect(requests(order)).toEqual([]);
});

test('a move sends the whole order, and Undo sends the one before', async () => {
  const { user } = await open();
  await user.click(screen.getByLabelText('Move Guide down'));
  await screen.findByText('“Guide” was moved.');
  await user.click(screen.getByText('Undo'));
  await expect
    .poll(() => requests(order).map(({ body }) => body))
    .toEqual([{ ids: [7, 8, 9] }, { ids: [7, 9, 8] }]);
});

test('a page is deleted after a question, and the list is read again', async () => {
  const { user } = await open();
  await user.click(screen.getByLabelText('Delete Guide'));
  await screen.findByText('Delete the page “Guide” with its history? This cannot be undone.');
  await user.click(screen.getByText('Cancel'));
  expect(requests(remove)).toEqual([]);
  await user.click(screen.getByLabelText('Delete Guide'));
  await user.click(within(await screen.findByRole('alertdialog')).getByText('Delete'));
  await screen.findByText('“Guide” was deleted.');
  expect(requests(remove).map(({ params }) => params)).toEqual([{ id: '9' }]);
  await expect.poll(() => requests('GET /api/admin/pages').length).toBe(2);
});
