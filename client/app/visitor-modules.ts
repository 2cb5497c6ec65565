import type { RouteComponent } from '@tanstack/react-router';

/** The pages that visitors read; the first load has the names of their chunks. */
export const visitorModules = import.meta.glob<Record<string, RouteComponent>>(
  [
    './features/{launcher,own-pages,news,events,hiscores,polls}/*-page.tsx',
    '!./**/admin-*-page.tsx',
  ],
  { base: '../' },
);
