import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import type { SiteState } from '#shared/endpoints/site-settings.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';
import { keepEarlierAssets } from '#tooling/keep-assets.mjs';

const script = 'console.log("built")';
let clientFolder: string;
let site: TestApp;

beforeAll(async () => {
  clientFolder = await mkdtemp(join(tmpdir(), 'wynhold-client-'));
  await mkdir(join(clientFolder, 'assets'));
  await writeFile(
    join(clientFolder, 'index.html'),
    '<head><!--page-head--><!--page-data--></head><div id="root">Loading...</div>',
  );
  await writeFile(join(clientFolder, 'assets/main-abc123.js'), script);
  await writeFile(join(clientFolder, 'assets/main-abc123.js.br'), brotliCompressSync(script));
  await writeFile(join(clientFolder, 'assets/main-abc123.js.gz'), gzipSync(script));
  await mkdir(join(clientFolder, '.vite'));
  await writeFile(
    join(clientFolder, '.vite/manifest.json'),
    JSON.stringify({
      'index.html': { file: 'assets/main-abc123.js', imports: ['_site.js'] },
      '_site.js': { file: 'assets/site-abc.js' },
      '_post.js': {
        file: 'assets/post-abc.js',
        css: ['assets/post-abc.css'],
        imports: ['_site.js'],
      },
      'features/news/all-news-page.tsx': {
        file: 'assets/all-news-abc.js',
        imports: ['_post.js', '_site.js'],
      },
      'art/hero/tall-780.avif': { file: 'assets/tall-780-abc.avif' },
    }),
  );
  await writeFile(join(clientFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  site = await openTestApp({ clientFolder, settings: { SITE_NAME: 'The <Keep> & Co' } });
});
afterAll(async () => {
  await site.close();
  await rm(clientFolder, { recursive: true });
});

test('a page of the site is titled and shows "Loading..." before any script', async () => {
  const { statusCode, body } = await site.app.inject({ url: '/events' });
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Events – The &lt;Keep&gt; &amp; Co</title>');
  expect(body).toContain('<div id="root">Loading...</div>');
});

test('data in the page is escaped', async () => {
  const { body } = await site.app.inject({ url: '/' });
  const block = /<script type="application\/json" id="site">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  expect(block).not.toContain('<');
  expect(JSON.parse(block)).toMatchObject({ brand: { name: 'The <Keep> & Co' } });
});

test('the page tells the browser what it must know of the site before it asks for anything', async () => {
  const { body } = await site.app.inject({ url: '/news' });
  const block = /<script type="application\/json" id="site">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  const { brand, labels, ...state } = (
    await site.app.inject({ url: '/api/site' })
  ).json<SiteState>();
  const { skills } = (await site.app.inject({ url: '/api/hiscores/skills' })).json<{
    skills: { name: string }[];
  }>();
  expect(JSON.parse(block)).toEqual({
    ...state,
    brand,
    labels,
    contactEmail: site.deps.config.contactEmail,
    isDemo: true,
    hasDevPages: true,
    identity: site.deps.identity.client,
    skills: skills.map(({ name }) => name),
    skillIcons: {},
  });
});

test('an unknown page is the same app with status 404', async () => {
  const { statusCode, body } = await site.app.inject({ url: '/no/such/page' });
  expect(statusCode).toBe(404);
  expect(body).toContain('<title>Not Found');
});

test('only a browser that asks for a page gets one for an unknown address', async () => {
  const isPage = async (url: string, accept?: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => {
    const answer = await site.app.inject({ method, url, headers: accept ? { accept } : {} });
    expect(answer.statusCode).toBe(404);
    return String(answer.headers['content-type']).startsWith('text/html');
  };
  for (const accept of [undefined, 'text/html,application/xml;q=0.9', '*/*']) {
    expect(await isPage('/nowhere', accept), accept).toBe(true);
  }
  expect(await isPage('/nowhere', 'text/html', 'HEAD')).toBe(true);
  expect(await isPage('/nowhere', 'application/json')).toBe(false);
  expect(await isPage('/nowhere', 'text/html', 'POST')).toBe(false);
  for (const folder of ['api', 'auth', 'assets', 'media', 'og']) {
    expect(await isPage(`/${folder}/nowhere/at/all`, 'text/html'), folder).toBe(false);
  }
});

test('the page says whether there is a session to verify', async () => {
  const visit = async (headers: Record<string, string>) =>
    (await site.app.inject({ url: '/', headers })).body.includes('"hasSessionCookie":true');
  expect(await visit({})).toBe(false);
  expect(await visit({ cookie: 'session=abc' })).toBe(true);
});

test('built files are immutable, precompressed and answered with 304 if unchanged', async () => {
  const url = '/assets/main-abc123.js';
  const plain = await site.app.inject({ url });
  expect(plain.body).toBe(script);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
  const packed = await site.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(script);
  const zipped = await site.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(script);
  for (const one of [url, '/']) {
    const headers = { 'accept-encoding': 'br;q=0, gzip;q=0' };
    const unpacked = await site.app.inject({ url: one, headers });
    expect(unpacked.headers['content-encoding'], one).toBeUndefined();
  }
  const again = await site.app.inject({
    url,
    headers: { 'if-none-match': String(plain.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
});

test('an icon is that of the build until the owner has a logo', async () => {
  const read = (headers: Record<string, string> = {}) =>
    site.app.inject({ url: '/favicon.svg', headers });
  const { statusCode, headers, body } = await read();
  expect([statusCode, body]).toEqual([200, '<svg xmlns="http://www.w3.org/2000/svg"/>']);
  // Its name has no hash of the content.
  expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
  expect((await read({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304);

  const { cookie } = await site.addPlayer('Painter', 3);
  const picture = { width: 40, height: 40, channels: 3 as const, background: '#305030' };
  const uploaded = await site.app.inject({
    method: 'POST',
    url: '/api/admin/media',
    headers: { cookie, 'content-type': 'image/png' },
    payload: await sharp({ create: picture }).png().toBuffer(),
  });
  const { url } = uploaded.json<{ url: string }>();
  const crop = { x: 0.5, y: 0.5, size: 1 };
  const appearance = { ...initialAppearance('The Keep'), logo: { picture: url, crop } };
  const saved = json('PUT', '/api/admin/appearance', { appearance, version: 0 }, { cookie });
  expect((await site.app.inject(saved)).statusCode).toBe(200);
  const { brand } = (await site.app.inject({ url: '/api/site' })).json<{
    brand: { icons: Record<string, string> };
  }>();
  const own = await read();
  expect([own.statusCode, own.headers.location]).toEqual([302, brand.icons['192']]);
});

test('a page links its own script and style, but not those that every page loads', async () => {
  const { body } = await site.app.inject({ url: '/news?page=2' });
  const links = [
    ...body.matchAll(/<link rel="(?:modulepreload|stylesheet)"[^>]*href="([^"]+)"/g),
  ].map(([, href]) => href);
  expect(links.toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    '/assets/all-news-abc.js',
    '/assets/post-abc.css',
    '/assets/post-abc.js',
  ]);
  expect((await site.app.inject({ url: '/' })).body).toContain(
    'imagesrcset="/assets/tall-780-abc.avif 780w"',
  );
});

test('the build manifest cannot be downloaded', async () => {
  expect((await site.app.inject({ url: '/.vite/manifest.json' })).statusCode).toBe(404);
});

test('a missing asset is a plain 404, not a page', async () => {
  const answer = await site.app.inject({ url: '/assets/main-old.js' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'request/not-found' });
});

test('while replicas are updated, each serves the assets of both builds', async () => {
  const folder = await createTemporaryFolder();
  const [dist, fresh] = [join(folder, 'dist'), join(folder, 'fresh')];
  await writeBuild(dist, 'old');
  const before = await openTestApp({ clientFolder: join(dist, 'client') });
  onTestFinished(() => before.close());
  await writeBuild(fresh, 'new');
  await keepEarlierAssets({ before: dist, fresh });
  await rename(dist, join(folder, 'gone'));
  await rename(fresh, dist);
  const after = await openTestApp({ clientFolder: join(dist, 'client') });
  onTestFinished(() => after.close());

  for (const replica of [before, after]) {
    for (const build of ['old', 'new']) {
      const answer = await replica.app.inject({ url: `/assets/main-${build}.js` });
      expect(answer.body).toBe(`console.log("${build}")`);
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    }
    for (const name of ['main-other.js', '..%2findex.html', '.hidden.js']) {
      expect((await replica.app.inject({ url: `/assets/${name}` })).statusCode).toBe(404);
    }
    expect((await replica.app.inject({ url: '/previous/assets/main-old.js' })).statusCode).toBe(
      404,
    );
  }
});

async function writeBuild(folder: string, build: string): Promise<void> {
  const assets = join(folder, 'client/assets');
  await mkdir(assets, { recursive: true });
  await writeFile(
    join(folder, 'client/index.html'),
    `<head><!--page-head--><!--page-data--><script src="/assets/main-${build}.js"></script></head>`,
  );
  await writeFile(join(assets, `main-${build}.js`), `console.log("${build}")`);
}

test('demo pages do not exist if the demo is off', async () => {
  const plain = await openTestApp({ clientFolder, settings: { DEMO: 'off' } });
  expect((await plain.app.inject({ url: '/dev/ui' })).statusCode).toBe(404);
  await plain.close();
  expect((await site.app.inject({ url: '/dev/ui' })).statusCode).toBe(200);
});
