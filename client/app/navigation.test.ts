import { expect, test } from 'vitest';

import { pages } from '#shared/pages.ts';

import { allScreens } from './navigation.ts';

/** By the rest of the header, the footer, the profile, another page, an email or the log of the start. */
const linkedElsewhere =
  /^\/(?:$|play|news|shop|support|vote|terms|privacy|login|register|reset|confirm-email|claim-name|setup|profile|admin$|api|dev)/;

test('every page is in a menu or known to be linked elsewhere', () => {
  const screens = new Set<string>(allScreens.map(({ to }) => to));
  const missing = Object.entries(pages).filter(
    ([path, { inHeader }]) =>
      !path.includes('$') && !inHeader && !screens.has(path) && !linkedElsewhere.test(path),
  );
  expect(missing).toEqual([]);
});
