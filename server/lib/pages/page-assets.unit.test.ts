import { expect, test } from 'vitest';

import { takePageAssets } from './page-assets.ts';
import type { StaticFile } from './static-files.ts';

const file = (text = ''): StaticFile => ({
  type: 'text/plain',
  etag: '"x"',
  plain: Buffer.from(text),
  isImmutable: true,
});

function open(manifest: object, names: string[] = []) {
  const files = new Map([
    ['/.vite/manifest.json', file(JSON.stringify(manifest))],
    ...names.map((name) => [`/assets/${name}`, file()] as const),
  ]);
  return { files, assetsOf: takePageAssets(files) };
}

const picture = (name: string) => [
  `art/${name}.avif`,
  { file: `assets/${name.split('/')[1]}.avif` },
];

test('a page has its own scripts and styles, each once, and not those that every page loads', () => {
  const { files, assetsOf } = open({
    'index.html': { file: 'assets/main.js', imports: ['_first.js'] },
    '_first.js': { file: 'assets/first.js', css: ['assets/first.css'] },
    '_list.js': { file: 'assets/list.js', css: ['assets/list.css'], imports: ['_first.js'] },
    'app/page-modules.ts': { file: 'assets/modules.js' },
    'features/polls/polls-page.tsx': {
      file: 'assets/polls.js',
      css: ['assets/polls.css'],
      imports: ['_list.js', '_list.js', '_missing.js'],
    },
  });
  const { preloads, styles } = assetsOf('/polls');
  const scripts = [...preloads.matchAll(/modulepreload" href="([^"]+)"/g)].map(([, href]) => href);
  expect(scripts).toEqual(['/assets/polls.js', '/assets/list.js', '/assets/modules.js']);
  // The imports of a page come before it, so that the page can override it.
  expect(styles).toBe(
    '<link rel="stylesheet" href="/assets/list.css" crossorigin />' +
      '<link rel="stylesheet" href="/assets/polls.css" crossorigin />',
  );
  expect(assetsOf('/no-such-page')).toEqual({ preloads: '', styles: '' });
  expect(files.has('/.vite/manifest.json')).toBe(false);
});

test('the scene of a page is preloaded in each form that the build has', () => {
  const { assetsOf } = open(
    Object.fromEntries(
      ['phone-780', 'phone-1170', 'wide-1920'].map((name) => picture(`accounts/gate-${name}`)),
    ),
  );
  expect(assetsOf('/register').picture).toBe(
    '<link rel="preload" as="image" imagesrcset="/assets/gate-phone-780.avif 780w, /assets/gate-phone-1170.avif 1170w" imagesizes="100vw" media="(max-width: 480px)" fetchpriority="high" />' +
      '<link rel="preload" as="image" imagesrcset="/assets/gate-wide-1920.avif 1920w" imagesizes="max(100vw, 1920px)" media="(min-width: 480.02px)" fetchpriority="high" />',
  );
  expect(assetsOf('/login').picture).toBe('');
  expect(assetsOf('/news')).not.toHaveProperty('picture');
});

test('the home page preloads its hero for each width of the window, and the styles below it', () => {
  const { assetsOf } = open({
    ...Object.fromEntries(
      ['tall-780', 'wide-1560', 'wide-3120', 'broad-5760'].map((name) => picture(`hero/${name}`)),
    ),
    'app/home-below.tsx': { file: 'assets/below.js', css: ['assets/below.css'] },
  });
  const { preloads, styles, picture: hero = '' } = assetsOf('/');
  expect(preloads).toBe('');
  expect(styles).toContain('href="/assets/below.css"');
  const links = [...hero.matchAll(/imagesrcset="([^"]*)" imagesizes="([^"]*)" media="([^"]*)"/g)];
  expect(links.map(([, ...values]) => values)).toEqual([
    ['/assets/tall-780.avif 780w', '120vw', '(max-width: 700px)'],
    [
      '/assets/wide-1560.avif 1560w, /assets/wide-3120.avif 3120w',
      'max(108vw, 1196px)',
      '(min-width: 700.02px) and (max-width: 1440.98px)',
    ],
    ['/assets/broad-5760.avif 5760w', '3787px', '(min-width: 1441px)'],
  ]);
});

test('pages within the profile or the admin area have no styles of their own', () => {
  const chunk = { file: 'assets/x.js', css: ['assets/x.css'] };
  const { assetsOf } = open({
    'app/settings-page.tsx': chunk,
    'app/shop-page.tsx': chunk,
  });
  expect(assetsOf('/profile/settings')).toEqual({ preloads: '', styles: '' });
  expect(assetsOf('/shop').styles).toContain('/assets/x.css');
});
