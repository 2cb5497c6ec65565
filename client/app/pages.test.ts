import { expect, test } from 'vitest';

import type { SearchDefinition } from '#client/lib/search.ts';
import { makeTestSite } from '#client/testing/test-site.ts';
import { componentOf, pages, renderedPages } from '#shared/pages.ts';

import { pageModules } from './page-modules.ts';
import { createSearches } from './searches.ts';

const searches: Partial<Record<string, SearchDefinition>> = createSearches(makeTestSite);

const sources = import.meta.glob<string>('./{app,features}/**/*-{page,layout}.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
  base: '../',
});
/** Parts of every page, which have no path of their own. */
const shared = ['app/error-page', 'app/not-found-page', 'app/site-layout'];

test.each(Object.entries(pages))('the module of %s exports its component', (_path, page) => {
  expect(sources[`./${page.module}.tsx`]).toContain(`export function ${componentOf(page)}(`);
});

test('every page module is named in shared/pages.ts', () => {
  const named = new Set([...Object.values(pages).map(({ module }) => module), ...shared]);
  expect(new Set(Object.keys(sources))).toEqual(
    new Set([...named].map((module) => `./${module}.tsx`)),
  );
});

test('the router finds the module of every page', () => {
  const listed = new Set(Object.keys(pageModules));
  const lost = Object.values(pages).filter(({ module }) => !listed.has(`./${module}.tsx`));
  expect(lost).toEqual([pages['/']]);
});

test('the server renders a page with the parameters that it reads', () => {
  for (const path of Object.keys(pages)) {
    const { topics, query } = renderedPages[path] ?? {};
    if (!topics) continue;
    expect(new Set(query), path).toEqual(new Set(Object.keys(searches[path]?.read({}) ?? {})));
  }
});
