import { expect, test } from 'vitest';

import type { Brand } from '#shared/endpoints/appearance.ts';
import type { SiteInfo } from '#shared/site.ts';

import type { PageDescription } from './page-registry.ts';
import { renderPage } from './page-template.ts';
import type { FirstPage, PageAssets } from './page-template.ts';

const template = `<head>
<link rel="stylesheet" href="/assets/first-fonts-1.css"><link rel="stylesheet" href="/assets/site-1.css">
<!--page-head-->
<link rel="icon" href="/favicon.ico" /><link rel="apple-touch-icon" href="/touch.png" />
<!--page-data--><script src="/assets/main-1.js"></script></head>
<body><div id="root">Loading...</div></body>`;
const fontLink = '<link rel="preload" as="font" href="/assets/alegreya.woff2" crossorigin />';
const script =
  '<link rel="modulepreload" href="/assets/page-1.js" crossorigin fetchpriority="low" />';

type Change = Partial<Omit<FirstPage, 'site' | 'assets' | 'description'>> & {
  description?: PageDescription;
  assets?: Partial<PageAssets>;
  brand?: Partial<Brand>;
};

function render({ description = {}, assets, brand, ...rest }: Change = {}): string {
  const shown = {
    name: 'The "Keep"',
    fonts: 'classic',
    theme: null,
    icons: null,
    hasOwnPicture: false,
    hero: { picture: null },
    ...brand,
  } as Brand;
  return renderPage(template, {
    description,
    path: '/news',
    assets: { preloads: script, styles: '<link rel="page-style" />', ...assets },
    siteUrl: 'https://play.example',
    site: { brand: shown } as SiteInfo,
    visit: { hasSessionCookie: false, livePosition: 'a-1' },
    ...rest,
  });
}

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

test('a page without a description has the name and the picture of the site', () => {
  const html = render();
  expect(html).toContain('<title>The &quot;Keep&quot;</title>');
  const values = ['og:title', 'og:type', 'og:url', 'og:image', 'og:image:alt', 'twitter:title'];
  expect(values.map((name) => metaOf(html, name))).toEqual([
    'The &quot;Keep&quot;',
    'website',
    'https://play.example/news',
    'https://play.example/og/site.png',
    'A keep at dusk above a lit valley.',
    'The &quot;Keep&quot;',
  ]);
  for (const name of ['description', 'robots', 'article:section', 'og:description']) {
    expect(metaOf(html, name), name).toBeUndefined();
  }
  expect(html).toContain('<link rel="canonical" href="https://play.example/news" />');
  expect(html).not.toContain('ld+json');
  // The picture of the site is the owner's own then.
  expect(metaOf(render({ brand: { hasOwnPicture: true } }), 'og:image:alt')).toBe(
    'The &quot;Keep&quot;',
  );
});

test('a description fills the head, and is escaped', () => {
  const html = render({
    description: {
      title: 'Bread & "roses"',
      description: 'All <b>bread</b>.',
      canonical: '/news?page=2&x=1',
      image: { path: '/og/news/7.png', width: 900, height: 400, alt: 'A <loaf>' },
      type: 'article',
      article: { publishedAt: new Date('2026-01-02T03:04:05Z'), section: 'Food & drink' },
      jsonLd: { name: '</script><b>' },
      picture: { src: '/m/a.webp', srcset: '/m/a.webp 1w', sizes: '9vw' },
      data: [{ key: ['news'], value: { text: '</script>' } }],
    },
  });
  expect(html).toContain('<title>Bread &amp; &quot;roses&quot; – The &quot;Keep&quot;</title>');
  expect(html).toContain('canonical" href="https://play.example/news?page=2&amp;x=1"');
  const expected = {
    description: 'All &lt;b&gt;bread&lt;/b&gt;.',
    'og:description': 'All &lt;b&gt;bread&lt;/b&gt;.',
    'twitter:description': 'All &lt;b&gt;bread&lt;/b&gt;.',
    'og:title': 'Bread &amp; &quot;roses&quot;',
    'og:url': 'https://play.example/news?page=2&amp;x=1',
    'og:image': 'https://play.example/og/news/7.png',
    'twitter:image': 'https://play.example/og/news/7.png',
    'og:image:width': '900',
    'og:image:height': '400',
    'og:image:alt': 'A &lt;loaf&gt;',
    'og:type': 'article',
    'article:published_time': '2026-01-02T03:04:05.000Z',
    'article:section': 'Food &amp; drink',
  };
  for (const [name, value] of Object.entries(expected))
    expect(metaOf(html, name), name).toBe(value);
  expect(html).toContain(
    String.raw`<script type="application/ld+json">{"name":"\u003c/script>\u003cb>"}`,
  );
  expect(html).toContain(
    String.raw`id="page-data">[{"key":["news"],"value":{"text":"\u003c/script>"}}]`,
  );
  expect(html).toContain('href="/m/a.webp" imagesrcset="/m/a.webp 1w" imagesizes="9vw"');
});

test.each<[string, PageDescription]>([
  ['hidden', { isHidden: true }],
  ['not found', { status: 404 }],
])('a page that is %s is not indexed and has no canonical address', (_what, description) => {
  const html = render({ description });
  expect(metaOf(html, 'robots')).toBe('noindex');
  expect(html).not.toContain('rel="canonical"');
});

test('styles come before scripts, the theme after the styles, and fonts of ours only with our design', () => {
  const theme = '/theme/moss-50-50-classic-00000000.css';
  const ours = render({ brand: { theme }, assets: { preloads: fontLink + script } });
  const order = [
    'first-fonts-1.css',
    'site-1.css',
    'page-style',
    `id="theme" href="${theme}"`,
    fontLink,
  ];
  const places = order.map((text) => ours.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(ours).not.toContain(' disabled');
  const others = render({ brand: { fonts: 'bookish' }, assets: { preloads: fontLink + script } });
  expect(others).toContain('<link rel="stylesheet" disabled href="/assets/first-fonts-1.css">');
  expect(others).toContain('<link rel="stylesheet" href="/assets/site-1.css">');
  expect(others).not.toContain('as="font"');
  expect(others).not.toContain('id="theme"');
});

test('the bold font is fetched early only for a page with bold words', () => {
  const bold = (content?: string) =>
    render({ content, assets: { boldFont: fontLink } }).includes(fontLink);
  expect([
    bold(),
    bold('<p>plain</p>'),
    bold('<b>bold</b>'),
    bold('<strong>bold</strong>'),
  ]).toEqual([false, false, true, true]);
});

test('rendered content is shown first and its scripts come later, otherwise at once', () => {
  const rendered = render({ content: '<p>$& $1 done</p>' });
  expect(rendered).toContain('<div id="root"><p>$& $1 done</p></div>');
  expect(rendered).toContain('<link rel="later" href="/assets/page-1.js"');
  const loading = render();
  expect(loading).toContain('<div id="root">Loading...</div>');
  expect(loading).toContain('<link rel="modulepreload" href="/assets/page-1.js" crossorigin />');
});

test('the icons are the owner’s, if there is a logo', () => {
  expect(render()).toContain('href="/favicon.ico"');
  const icons = { '32': '/i-32.png', '180': '/i-180.png', '192': '/i-192.png' } as Brand['icons'];
  const own = render({ brand: { icons } });
  expect(own).not.toMatch(/favicon|touch\.png/);
  expect([...own.matchAll(/(icon"|sizes=)[^>]*/g)].length).toBeGreaterThan(2);
  for (const name of ['32', '180', '192']) expect(own).toContain(`href="/i-${name}.png"`);
});

test('the owner’s picture is preloaded instead of ours: on the home page, elsewhere only an uploaded one', () => {
  const picture = { src: '/own.webp', srcset: '/own.webp 1w' };
  const preloaded = (path: string, hero: Brand['hero']['picture'], hasOwnPicture: boolean) => {
    const brand = { hasOwnPicture, hero: { picture: hero } as Brand['hero'] };
    const html = render({ path, brand, assets: { picture: '<link rel="ours" />' } });
    return [html.includes('rel="ours"'), html.includes('href="/own.webp"')];
  };
  expect(preloaded('/', null, false)).toEqual([true, false]);
  expect(preloaded('/', picture, false)).toEqual([false, true]);
  expect(preloaded('/login', picture, false)).toEqual([true, false]);
  expect(preloaded('/login', picture, true)).toEqual([false, true]);
  // Its file is gone.
  expect(preloaded('/login', null, true)).toEqual([true, false]);
});
