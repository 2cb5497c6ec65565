import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type {
  Appearance,
  AppearancePreview,
  Brand,
  EditedAppearance,
} from '#shared/endpoints/appearance.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import { initialAppearance } from '#shared/rules/appearance-defaults.ts';
import { siteTextKeys, siteTexts } from '#shared/rules/site-texts.ts';

import { mailBrandOf } from './mail-brand.ts';

let site: TestApp;
let admin: TestPlayer;
let logo: Picture;
let hero: Picture;
let scene: Picture;
let clientFolder: string;
beforeAll(async () => {
  clientFolder = await mkdtemp(path.join(os.tmpdir(), 'wynhold-test-'));
  await copyFile('client/index.html', path.join(clientFolder, 'index.html'));
  const files = { 'site.css': styles, 'previous/old.css': 'i{color:#b9a88a}', 'a.js': '"#f3c660"' };
  for (const folder of ['previous', '.vite']) await mkdir(path.join(clientFolder, folder));
  for (const [name, text] of Object.entries({ ...files, '.vite/manifest.json': manifest }))
    await writeFile(path.join(clientFolder, name), text);
  const settings = { SITE_NAME: 'Wynhold', CONTACT_EMAIL: 'help@example.test' };
  site = await openTestApp({ settings, clientFolder });
  admin = await site.addPlayer('Painter', 3);
  [logo, hero, scene] = [await upload('#305030'), await upload('#503030'), await upload('#303050')];
});
afterAll(async () => {
  await site.close();
  await rm(clientFolder, { recursive: true, force: true });
});
afterEach(() => restore(0));

/** Gold in three notations, a red that means danger, and a drawing in gold. */
const styles = `a{color:#d9a53a}b{color:rgb(20 17 15 / 50%)}c{color:#c8443a}
:root{--knot:url("data:image/svg+xml,%3Csvg fill='%23f1e6cc'/%3E")}`;
const manifest = JSON.stringify({
  'art/accounts/gate-wide-1920.avif': { file: 'assets/gate-1920.avif' },
  'art/accounts/gate-wide-2880.avif': { file: 'assets/gate-2880.avif' },
});

const initial = initialAppearance('Wynhold');
const get = (url: string, cookie?: string) =>
  site.app.inject({ url, ...(cookie && { headers: { cookie } }) });
const readEdited = async (): Promise<EditedAppearance> =>
  (await get('/api/admin/appearance', admin.cookie)).json();
const readBrand = async (): Promise<Brand> =>
  (await get('/api/site')).json<{ brand: Brand }>().brand;

const ownHero = (): Appearance['hero'] => ({
  ...initial.hero,
  picture: { kind: 'own', picture: hero.url, focus: { x: 0.5, y: 0.5 } },
});

async function upload(
  background: string,
  { width, height } = { width: 640, height: 400 },
  parts: OverlayOptions[] = [],
): Promise<Picture> {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/admin/media',
    headers: { ...json('POST', '/', {}, admin).headers, 'content-type': 'image/png' },
    payload: await sharp({ create: { width, height, channels: 3, background } })
      .composite(parts)
      .png()
      .toBuffer(),
  });
  return answer.json();
}

async function publish(change: Partial<Appearance>, version?: number) {
  const body = {
    appearance: { ...initial, ...change },
    version: version ?? (await readEdited()).version,
  };
  return site.app.inject(json('PUT', '/api/admin/appearance', body, admin));
}

const restore = (id: number) =>
  site.app.inject(json('POST', `/api/admin/appearance/versions/${id}/restore`, {}, admin));

test('a new site has the name of the settings and the look of the specification', async () => {
  const { appearance, initial: original } = await readEdited();
  expect(appearance).toEqual(initial);
  expect(original).toEqual(initial);
  expect(await readBrand()).toMatchObject({
    name: 'Wynhold',
    logo: null,
    icons: null,
    theme: null,
    hero: { title: 'Welcome to ', titleName: 'Wynhold', picture: null },
    hasOwnPicture: false,
    words: {
      coin: 'Wyncoin',
      coins: 'Wyncoins',
      coinsShort: 'WC',
      store: 'Wynhold Store',
      storeLink: 'Store',
    },
    texts: {},
  });
});

describe('a published name and its words', () => {
  const change = {
    name: 'Stonefall',
    tagline: 'Sail to {site}.',
    words: { coin: 'Pearl', coins: 'Pearls', coinsShort: 'PL', store: 'The {site} Market' },
  };

  test('are in the first HTML, the manifest, the feed, the calendar and the texts', async () => {
    expect((await publish(change)).statusCode).toBe(200);
    expect((await readBrand()).words.store).toBe('The Stonefall Market');
    const home = (await get('/')).body;
    expect(home).toContain('<title>Stonefall</title>');
    expect(home).toContain('content="Sail to Stonefall."');
    expect((await get('/manifest.webmanifest')).json()).toMatchObject({ name: 'Stonefall' });
    expect((await get('/feed.xml')).body).toContain('<title>Stonefall News</title>');
    expect((await get('/events.ics')).body).toContain('X-WR-CALNAME:Stonefall Events');
    const { content } = (await get('/api/pages/terms')).json<{ content: string }>();
    expect(content).toContain('Pearls are a virtual currency for use within Stonefall.');
    for (const url of ['/', '/feed.xml', '/events.ics', '/manifest.webmanifest', '/login']) {
      expect((await get(url)).body, url).not.toMatch(/wynhold|wyncoin/i);
    }
    expect(content).not.toMatch(/wynhold|wyncoin/i);
  });

  test('are in a feed that was read before', async () => {
    const readFeed = async () => (await get('/feed.xml')).body;
    await expect.poll(readFeed).toContain('<title>Wynhold News</title>');
    await publish(change);
    await expect.poll(readFeed).toContain('<title>Stonefall News</title>');
  });

  test('are in emails and in refusals', async () => {
    await publish(change);
    const player = await site.addPlayer('Diver');
    const { body } = await site.app.inject(
      json('POST', '/idp/v1/accounts:sendOobCode?key=x', {
        requestType: 'PASSWORD_RESET',
        email: player.email,
      }),
    );
    expect(body).toContain(player.email);
    await expect.poll(() => site.mails.at(-1)?.subject).toBe('Reset your Stonefall password');
    const weak = await site.app.inject(
      json('POST', '/auth/register', {
        email: 'new@example.test',
        username: 'Newcomer',
        password: 'stonefall',
      }),
    );
    expect(weak.statusCode, weak.body).toBe(400);
  });
});

describe('the sentences of the default world', () => {
  test('can each be replaced, and only the replaced ones are sent to browsers', async () => {
    const all = Object.fromEntries(siteTextKeys.map((key) => [key, `Own ${key}`]));
    for (const texts of [all, { tonight: 'Tonight on the bridge' }]) {
      expect((await publish({ texts })).statusCode).toBe(200);
      expect((await readBrand()).texts).toEqual(texts);
    }
  });

  test('are refused if they are empty, too long or have two lines', async () => {
    const { max } = siteTexts.tonight;
    for (const tonight of [' ', 'x'.repeat(max + 1), 'Two\nlines']) {
      const answer = await publish({ texts: { tonight } });
      expect(answer.statusCode, answer.body).toBe(400);
      expect(Object.keys(answer.json<{ fields: object }>().fields)).toEqual([
        'appearance.texts.tonight',
      ]);
    }
    expect((await publish({ texts: { tonight: 'x'.repeat(max) } })).statusCode).toBe(200);
  });

  test('are drawn on the link preview picture', async () => {
    const draw = async () => (await get('/og/site.png')).headers['etag'];
    const original = await draw();
    for (const key of ['linkPreview', 'linkPreviewNote']) {
      await publish({ texts: { [key]: 'Mine the belt of {site}' } });
      expect(await draw(), key).not.toBe(original);
    }
    await publish({ texts: { tonight: 'Tonight on the bridge' } });
    expect(await draw()).toBe(original);
  });
});

test('the logo is drawn on the link preview picture', async () => {
  const { media } = site.deps;
  const read = media.get.bind(media);
  // A picture that is stored already is not drawn again, which would take long.
  const drawn = vi.spyOn(media, 'get');
  drawn.mockImplementation(async (name) =>
    name.startsWith('preview-') ? Buffer.from('known') : read(name),
  );
  onTestFinished(() => drawn.mockRestore());
  const readTag = async () => (await get('/og/site.png')).headers['etag'];
  await publish({ logo: null });
  const original = await readTag();
  await publish({ logo: { picture: logo.url, crop: { x: 0.5, y: 0.5, size: 1 } } });
  expect(await readTag()).not.toBe(original);
  await publish({ logo: null });
  expect(await readTag()).toBe(original);
});

test('titles and links call the store by its name once it has one', async () => {
  expect((await get('/shop')).body).toContain('<title>Store – Wynhold</title>');
  await publish({ words: { ...initial.words, store: 'The {site} Forge' } });
  expect((await readBrand()).words.storeLink).toBe('The Wynhold Forge');
  const html = (await get('/shop')).body;
  expect(html).toContain('<title>The Wynhold Forge – Wynhold</title>');
  expect(html).toContain('content="noindex"');
});

test('pictures get all their sizes, and icons are cut from the logo', async () => {
  const published = await publish({
    logo: { picture: logo.url, crop: { x: 0.5, y: 0.5, size: 1 } },
    hero: {
      ...initial.hero,
      picture: { kind: 'own', picture: hero.url, focus: { x: 0.25, y: 0.8 } },
    },
    scenes: [{ picture: scene.url, alt: 'A hill', title: 'The Hill', text: 'Steep.' }],
  });
  expect(published.statusCode, published.body).toBe(200);
  const brand = await readBrand();
  expect(brand).toMatchObject({
    hasOwnPicture: true,
    hero: { picture: { src: hero.src, srcset: hero.srcset } },
    scenes: [
      { alt: 'A hill', title: 'The Hill', text: 'Steep.', src: scene.src, srcset: scene.srcset },
    ],
  });
  for (const [size, pixels] of [
    ['32', 32],
    ['180', 180],
    ['maskable', 512],
  ] as const) {
    const icon = await get(brand.icons?.[size] ?? '');
    expect(icon.headers['content-type']).toBe('image/png');
    expect(icon.headers['cache-control']).toContain('immutable');
    expect(icon.rawPayload.readUInt32BE(16)).toBe(pixels);
  }
  const html = (await get('/')).body;
  expect(html).toContain(`href="${brand.icons?.['180']}"`);
  expect(html).not.toContain('/favicon.svg');
  expect((await get(brand.theme ?? '')).body).toContain('--hero-focus:25% 80%');
  expect((await get(`/icons/${'0'.repeat(16)}-32.png`)).statusCode).toBe(404);
});

test('another crop of the logo has icons with other names, and the former ones stay', async () => {
  const iconWith = async (size: number) => {
    await publish({ logo: { picture: logo.url, crop: { x: 0.5, y: 0.5, size } } });
    const name = (await readBrand()).icons?.['32'] ?? '';
    return { name, status: (await get(name)).statusCode };
  };
  const [whole, half] = [await iconWith(1), await iconWith(0.5)];
  expect([whole.status, half.status]).toEqual([200, 200]);
  expect(half.name).not.toBe(whole.name);
  expect((await get(whole.name)).statusCode).toBe(200);
});

test('an icon is the chosen part of the logo', async () => {
  // Green on red, so that the part is known by its colour.
  const block = { create: { width: 50, height: 50, channels: 3 as const, background: '#00ff00' } };
  const picture = await upload('#ff0000', { width: 200, height: 100 }, [
    { input: block, left: 100, top: 0 },
  ]);
  await publish({ logo: { picture: picture.url, crop: { x: 0.625, y: 0.25, size: 0.5 } } });
  const { icons } = await readBrand();
  const { channels } = await sharp((await get(icons?.['32'] ?? '')).rawPayload).stats();
  const [red, green] = channels.map(({ mean }) => mean);
  expect(red).toBeLessThan(60);
  expect(green).toBeGreaterThan(200);
});

test('the icon for phones has a margin, which they cut off', async () => {
  await publish({ logo: { picture: logo.url, crop: { x: 0.5, y: 0.5, size: 1 } } });
  const { rawPayload } = await get((await readBrand()).icons?.maskable ?? '');
  const pixels = await sharp(rawPayload).removeAlpha().raw().toBuffer();
  const colourAt = (x: number, y: number) =>
    pixels.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3).toString('hex');
  expect([colourAt(0, 256), colourAt(70, 70), colourAt(441, 441)]).toEqual(
    Array.from({ length: 3 }, () => '14110f'),
  );
  expect(colourAt(73, 73)).not.toBe('14110f');
});

test('the logo is the icon of the app and of the feed', async () => {
  const iconsOf = async () => {
    const { icons } = (await get('/manifest.webmanifest')).json<{ icons: { src: string }[] }>();
    const [, feed] = /<icon>(.*)<\/icon>/.exec((await get('/feed.xml')).body) ?? [];
    return [...icons.map(({ src }) => src), feed];
  };
  const siteUrl = 'http://localhost:3000';
  const ours = ['/icon-192.png', '/icon-512.png', '/icon-maskable-512.png'];
  expect(await iconsOf()).toEqual([...ours, `${siteUrl}/icon-192.png`]);
  await publish({ logo: { picture: logo.url, crop: { x: 0.5, y: 0.5, size: 1 } } });
  const { icons, logo: shown } = await readBrand();
  expect(shown).toBe(icons?.['96']);
  const own = [icons?.['192'], icons?.['512'], icons?.maskable];
  expect(await iconsOf()).toEqual([...own, `${siteUrl}${icons?.['192']}`]);
});

test('{site} is the name of the site in the texts, and on a line of its own only at the end', async () => {
  const texts = {
    hero: { ...initial.hero, title: '{site} awaits', text: 'Sail to {site}.' },
    footer: { text: 'Made for {site}.', links: [] },
  };
  expect((await publish({ name: 'Stonefall', ...texts })).statusCode).toBe(200);
  expect(await readBrand()).toMatchObject({
    hero: { title: 'Stonefall awaits', titleName: '', text: 'Sail to Stonefall.' },
    footer: { text: 'Made for Stonefall.' },
  });
});

test('a scene of ours is the picture at the top, in all its widths', async () => {
  const show = async (scene: 'gate' | 'hearth' | 'castle') => {
    await publish({ hero: { ...initial.hero, picture: { kind: 'scene', scene } } });
    const { hero: shown, hasOwnPicture } = await readBrand();
    expect(hasOwnPicture).toBe(false);
    return shown.picture;
  };
  expect(await show('gate')).toEqual({
    src: '/assets/gate-1920.avif',
    srcset: '/assets/gate-1920.avif 1920w, /assets/gate-2880.avif 2880w',
  });
  // Its files are not in this build.
  expect(await show('hearth')).toBeNull();
  expect(await show('castle')).toBeNull();
});

test('a theme has the colours of our style sheets in the owner’s accent, also in drawings', async () => {
  await publish({ palette: { kind: 'accent', colour: '#2060a0' } });
  const { theme } = await readBrand();
  expect(theme).toMatch(/^\/theme\/2060a0-50-50-classic-[\da-f]{8}\.css$/);
  const answer = await get(theme ?? '');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const colours = [...answer.body.matchAll(/--([\da-f]{6}):(\d+ \d+ \d+)/g)];
  expect(colours.map(([, hex]) => hex)).toEqual(['14110f', 'd9a53a', 'f1e6cc']);
  for (const [, , channels = ''] of colours) {
    const [red = 0, , blue = 0] = channels.split(' ').map(Number);
    expect(blue, channels).toBeGreaterThan(red);
  }
  expect(answer.body).toMatch(/--knot:url\("data:image\/svg\+xml,%3Csvg fill='%23[\da-f]{6}'/);
  expect(answer.body).not.toContain('%23f1e6cc');
  const mail = mailBrandOf(await site.deps.brand.read());
  expect(mail.shift?.('#d9a53a')).toMatch(/^#(?!d9a53a)[\da-f]{6}$/);
  // The colours of the design need no theme.
  await publish({ palette: { kind: 'curated', name: 'gold' } });
  expect((await readBrand()).theme).toBeNull();
});

test('emails have the name, the footer and the logo of the brand', async () => {
  const changed = {
    name: 'Stonefall',
    footer: { ...initial.footer, text: 'Mined by {site}.' },
    logo: { picture: logo.url, crop: { x: 0.5, y: 0.5, size: 1 } },
  };
  expect((await publish(changed)).statusCode).toBe(200);
  expect(mailBrandOf(await site.deps.brand.read())).toEqual({
    siteName: 'Stonefall',
    footer: 'Mined by Stonefall.',
    logo: (await readBrand()).icons?.['96'],
    shift: undefined,
  });
});

describe('versions', () => {
  test('the second of two editors is refused, also at the same moment', async () => {
    const { version } = await readEdited();
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((name) => publish({ name }, version)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await readEdited()).version).toBe(version + 1);
    const late = await publish({ name: 'Late' }, version);
    expect(late.json()).toMatchObject({ code: 'admin/outdated' });
  });

  test('are listed with who, when and what, and can be published again', async () => {
    const first = (await publish({ name: 'First' })).json<EditedAppearance>().version;
    await publish({ name: 'Second', palette: { kind: 'curated', name: 'moss' } });
    const { versions } = (await get('/api/admin/appearance/versions', admin.cookie)).json<{
      versions: unknown[];
    }>();
    expect(versions.slice(0, 2)).toMatchObject([
      { publishedBy: 'Painter', isCurrent: true, changed: ['name', 'palette'] },
      { id: first, isCurrent: false, changed: ['name'] },
    ]);
    const published = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_name as actor', 'subject', 'before', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(published).toEqual({
      action: 'appearance/published',
      actor: 'Painter',
      subject: String(first + 1),
      before: { name: 'First', palette: initial.palette },
      after: { name: 'Second', palette: { kind: 'curated', name: 'moss' } },
    });
    const restored = await restore(first);
    expect(restored.json()).toMatchObject({ appearance: { name: 'First' }, version: first + 2 });
    expect((await restore(4_000_000)).statusCode).toBe(404);
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .select(['action', 'subject', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: 'appearance/published',
      subject: String(first + 2),
      after: { name: 'First' },
    });
  });

  test('the original look is stored as such, so that it follows the settings', async () => {
    const stored = async () => {
      const { document } = await site.deps.db
        .selectFrom('appearance_versions')
        .select('document')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      return document;
    };
    await publish({ name: 'Other' });
    expect(await stored()).toMatchObject({ name: 'Other' });
    await publish({});
    expect(await stored()).toBeNull();
    await publish({ name: 'Other' });
    expect((await restore(0)).json()).toMatchObject({ appearance: initial });
    expect(await stored()).toBeNull();
  });

  test('a preview publishes nothing', async () => {
    const { version } = await readEdited();
    const change = { ...initial, name: 'Only a try', logo: null, hero: ownHero() };
    const body = json('POST', '/api/admin/appearance/preview', change, admin);
    const answer = (await site.app.inject(body)).json<AppearancePreview>();
    expect(answer.brand).toMatchObject({ name: 'Only a try', hasOwnPicture: true });
    expect(answer.pictures).toEqual({ [hero.url]: hero });
    expect((await readBrand()).name).toBe('Wynhold');
    expect((await readEdited()).version).toBe(version);
  });

  test('the last one of a page is compared with the first one of the next page', async () => {
    const { version } = await readEdited();
    const named = (name: string) => JSON.stringify({ ...initial, name, tagline: 'Same' });
    await site.deps.db
      .insertInto('appearance_versions')
      .values(
        Array.from({ length: 21 }, (_, at) => ({
          id: version + 1 + at,
          document: named(`Name ${at}`),
          published_by: null,
        })),
      )
      .execute();
    const read = async (page: number) =>
      (await get(`/api/admin/appearance/versions?page=${page}`, admin.cookie)).json<{
        versions: { id: number; changed: string[]; isCurrent: boolean }[];
      }>().versions;
    const first = await read(1);
    expect(first.map(({ isCurrent }) => isCurrent)).toEqual(
      Array.from({ length: 20 }, (_, at) => at === 0),
    );
    expect(first.at(-1)).toMatchObject({ id: version + 2, changed: ['name'] });
    expect((await read(2))[0]).toMatchObject({
      id: version + 1,
      changed: ['name', 'tagline'],
      isCurrent: false,
    });
  });

  test('one that was stored before a part of the document existed is completed', async () => {
    const { version } = await readEdited();
    await site.deps.db
      .insertInto('appearance_versions')
      .values({ id: version + 1, document: JSON.stringify({ name: 'Old' }), published_by: null })
      .execute();
    await site.deps.live.publish(site.deps.db, { topic: 'site' });
    await expect
      .poll(async () => (await readEdited()).appearance)
      .toEqual({ ...initial, name: 'Old' });
  });
});

test('links with an @ in the path are published, shown and previewed', async () => {
  const href = 'https://youtube.com/@emberfall';
  const change = {
    social: [{ kind: 'youtube' as const, href }],
    navigation: [{ label: 'Clips', href: 'https://tiktok.com/@emberfall' }],
    words: { ...initial.words, store: '{site} Forge of the endless Embers' },
    name: 'The Emberfall of the Seven Long Rivers',
  };
  const published = await publish(change);
  expect(published.statusCode, published.body).toBe(200);
  const shown = await get('/api/site');
  expect(shown.statusCode, shown.body).toBe(200);
  expect(shown.json()).toMatchObject({
    brand: {
      social: [{ label: 'YouTube', href }],
      navigation: change.navigation,
      words: { store: `${change.name} Forge of the endless Embers` },
    },
  });
  const body = (await readEdited()).appearance;
  const preview = await site.app.inject(json('POST', '/api/admin/appearance/preview', body, admin));
  expect(preview.statusCode, preview.body).toBe(200);
});

test('a pair of fonts is in the theme, and pages load no fonts of ours then', async () => {
  expect((await get('/')).body).toContain('<link rel="stylesheet" href="/styles/first-fonts.css"');
  expect((await publish({ fonts: 'bookish' })).statusCode).toBe(200);
  const { fonts, theme } = await readBrand();
  expect(fonts).toBe('bookish');
  expect((await get(theme ?? '')).body).toMatch(/--font-display:'Iowan Old Style',.*;--font-sans:/);
  const html = (await get('/')).body;
  expect(html).toContain('<link rel="stylesheet" disabled href="/styles/first-fonts.css"');
  expect(html).not.toContain('as="font"');
  await publish({ palette: { kind: 'curated', name: 'moss' } });
  expect((await get((await readBrand()).theme ?? '')).body).not.toContain('--font-');
});

test('the owner chooses the icon of the coins', async () => {
  expect((await readBrand()).coinIcon).toBeNull();
  await publish({ coinIcon: 'gem' });
  expect(await readBrand()).toMatchObject({ coinIcon: 'gem', coinPicture: null });
});

test('a picture of the owner replaces the icon of the coins, unless it is gone', async () => {
  await publish({ coinIcon: 'gem', coinPicture: scene.url });
  const small = `${scene.url}-400.webp`;
  expect(await readBrand()).toMatchObject({ coinIcon: 'gem', coinPicture: small });
  expect((await get(small)).headers['content-type']).toBe('image/webp');
  const gone = { ...initial, coinPicture: `/media/${'0'.repeat(32)}` };
  expect((await publish(gone)).json()).toMatchObject({ code: 'request/invalid' });
  const body = json('POST', '/api/admin/appearance/preview', gone, admin);
  const { brand } = (await site.app.inject(body)).json<{ brand: Brand }>();
  expect(brand.coinPicture).toBeNull();
});

describe('navigation', () => {
  const link = (label: string, isFirstLevel: boolean) => ({ label, href: '/news', isFirstLevel });

  test('built-in links are renamed or hidden, and their pages still work', async () => {
    const builtInLinks = {
      header: { '/play': 'Launch', '/events': null, chat: 'Comms' },
      footer: { '/hiscores': 'Rankings', '/api/docs': null },
    };
    const published = await publish({ builtInLinks });
    expect(published.statusCode, published.body).toBe(200);
    expect(await readBrand()).toMatchObject({ builtInLinks });
    expect((await get('/events')).statusCode).toBe(200);
    expect((await get('/api/docs')).statusCode).toBe(200);
  });

  test('own links are in the header itself as far as they fit, the others are under More', async () => {
    const navigation = [
      link('Wiki', true),
      link('Rules', false),
      link('Votes', true),
      link('A long name of a link', true),
    ];
    await publish({ navigation });
    expect(await readBrand()).toMatchObject({
      headerSize: 'wide',
      firstLinks: [{ label: 'Wiki', href: '/news' }],
      navigation: [
        { label: 'Rules', href: '/news' },
        { label: 'Votes', href: '/news' },
        { label: 'A long name of a link', href: '/news' },
      ],
    });
    // Hidden links make room for others.
    const header = { '/': null, '/events': null, '/hiscores': null, '/polls': null };
    await publish({ navigation, builtInLinks: { header, footer: {} } });
    expect((await readBrand()).firstLinks).toHaveLength(3);
  });

  test('labels that fit nowhere leave the header its menu button', async () => {
    const long = 'Twenty characters...';
    const header = { '/': long, '/play': long, chat: long, '/events': long, '/hiscores': long };
    expect((await readBrand()).headerSize).toBe('normal');
    await publish({ builtInLinks: { header, footer: {} }, navigation: [link('Wiki', true)] });
    expect(await readBrand()).toMatchObject({ headerSize: 'menu', firstLinks: [] });
  });
});

test.each<[string, Record<string, unknown>]>([
  ['an empty name', { name: ' ' }],
  ['a name with a line break', { name: 'Two\nlines' }],
  ['a script as a link', { navigation: [{ label: 'x', href: 'javascript:alert(1)' }] }],
  ['a link without scheme to another host', { navigation: [{ label: 'x', href: '//evil.test' }] }],
  ['data as a link', { footer: { text: 'x', links: [{ label: 'x', href: 'data:text/html,x' }] } }],
  ['a social link without encryption', { social: [{ kind: 'x', href: 'http://x.test' }] }],
  ['CSS as a colour', { palette: { kind: 'accent', colour: 'red;}body{display:none' } }],
  ['an unknown palette', { palette: { kind: 'curated', name: 'neon' } }],
  [
    'a picture of another site',
    { logo: { picture: 'https://x.test/a.png', crop: { x: 0, y: 0, size: 1 } } },
  ],
  [
    'a crop outside of the picture',
    { logo: { picture: `/media/${'0'.repeat(32)}`, crop: { x: 2, y: 0, size: 1 } } },
  ],
  ['too many features', { features: Array.from({ length: 7 }, () => initial.features[0]) }],
])('%s is refused', async (_what, change) => {
  const { version } = await readEdited();
  const answer = await publish(change);
  expect(answer.statusCode, answer.body).toBe(400);
  expect((await readEdited()).version).toBe(version);
});

const missing = `/media/${'0'.repeat(32)}`;

test.each<[string, Partial<Appearance>]>([
  ['logo', { logo: { picture: missing, crop: { x: 0, y: 0, size: 1 } } }],
  [
    'hero',
    {
      hero: {
        ...initial.hero,
        picture: { kind: 'own', picture: missing, focus: { x: 0, y: 0 } },
      },
    },
  ],
  ['scene', { scenes: [{ picture: missing, alt: 'A hill', title: 'The Hill', text: 'Steep.' }] }],
])('a picture that was never uploaded is refused as %s', async (_place, change) => {
  const answer = await publish(change);
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json()).toMatchObject({ error: 'A picture is missing. Upload it again.' });
});

test.each([
  '/theme/neon-50-50-classic-00000000.css',
  '/theme/x.css',
  '/theme/gold-1-1-comic-00000000.css',
])('there is no %s', async (url) => {
  expect((await get(url)).statusCode).toBe(404);
});
