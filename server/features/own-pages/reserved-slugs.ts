import { pages } from '#shared/pages.ts';

/** Addresses that are not pages of the site: files, the API, sign-in. */
const others = [
  'api',
  'assets',
  'auth',
  'dev',
  'feed',
  'icons',
  'idp',
  'media',
  'og',
  'pages',
  'theme',
];

/** A page at /pages/login could pass for the login, so the names of the site's own addresses are kept. */
export const reservedSlugs = new Set([
  ...others,
  ...Object.keys(pages).map((address) => address.split('/')[1] ?? ''),
]);
