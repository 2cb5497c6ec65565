import type { RouteComponent } from '@tanstack/react-router';

/** The pages of players and admins, whose chunks the first load does not name. */
export const otherModules = import.meta.glob<Record<string, RouteComponent>>(
  [
    './{app,features}/**/*-{page,layout}.tsx',
    '!./features/{launcher,own-pages,news,events,hiscores,polls}/!(admin-*)-page.tsx',
    '!./app/{home-page,error-page,not-found-page,site-layout}.tsx',
  ],
  { base: '../' },
);
