import type { RouteComponent } from '@tanstack/react-router';

export { guardRoute } from './guard.ts';

/** The modules of all pages. It follows the first load, so that only the page is left to load when a link is followed. */
export const pageModules = import.meta.glob<Record<string, RouteComponent>>(
  [
    './{app,features}/**/*-{page,layout}.tsx',
    '!./app/{home-page,error-page,not-found-page,site-layout}.tsx',
  ],
  { base: '../' },
);
