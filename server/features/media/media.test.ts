import { readdir } from 'node:fs/promises';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createFolderStore } from '#server/lib/files/folder-store.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { encodePicture } from './encode-picture.ts';
import { mediaPersonalData } from './media.personal-data.ts';
import {
  deletePrivatePictures,
  findPicture,
  readPicture,
  storePrivatePicture,
} from './media.service.ts';

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Painter', 3);
});
afterAll(() => site.close());

type Sender = { player?: TestPlayer | undefined; type?: string; app?: TestApp };

function upload(payload: Buffer, { player = admin, type = 'image/png', app = site }: Sender = {}) {
  const headers = { cookie: player.cookie, ...(type && { 'content-type': type }) };
  return app.app.inject({ method: 'POST', url: '/api/admin/media', headers, payload });
}

const gradient = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#a87722',
      noise: { type: 'gaussian', mean: 120, sigma: 20 },
    },
  });

describe('a picture', () => {
  test('is stored in several widths that can all be fetched', async () => {
    const answer = await upload(await gradient(1000, 500).png().toBuffer());
    expect(answer.statusCode, answer.body).toBe(200);
    const picture = answer.json<Picture>();
    const { url } = picture;
    expect(picture).toEqual({
      url: expect.stringMatching(/^\/media\/[\da-f]{32}$/) as string,
      width: 1000,
      height: 500,
      src: `${url}-1000.webp`,
      srcset: `${url}-400.webp 400w, ${url}-800.webp 800w, ${url}-1000.webp 1000w`,
    });
    const row = await site.deps.db
      .selectFrom('media')
      .select(['hash', 'width', 'height', 'widths', 'created_by'])
      .where('hash', '=', url.slice('/media/'.length))
      .executeTakeFirst();
    expect(row).toEqual({
      hash: url.slice('/media/'.length),
      width: 1000,
      height: 500,
      widths: [400, 800, 1000],
      created_by: admin.id,
    });
    const entry = await site.deps.db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'subject', 'after'])
      .where('subject', '=', row!.hash)
      .executeTakeFirst();
    expect(entry).toEqual({
      actor_id: admin.id,
      action: 'media/uploaded',
      subject: row!.hash,
      after: { width: 1000, height: 500 },
    });
    for (const width of [400, 800, 1000]) {
      const { statusCode } = await site.app.inject({ url: `${picture.url}-${width}.webp` });
      expect(statusCode).toBe(200);
    }
  });

  test('uploaded twice is one file and one row', async () => {
    const folder = await createTemporaryFolder();
    const other = await openTestApp({ replace: () => ({ media: createFolderStore(folder) }) });
    const player = await other.addPlayer('Twice', 3);
    const bytes = await gradient(300, 200).png().toBuffer();
    const answers = await Promise.all([1, 2, 3].map(() => upload(bytes, { player, app: other })));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^[\da-f]{32}-300\.webp$/)]);
    expect(await other.deps.db.selectFrom('media').select('hash').execute()).toHaveLength(1);
    const audit = await other.deps.db
      .selectFrom('audit_log')
      .select('actor_name')
      .where('action', '=', 'media/uploaded')
      .execute();
    expect(audit).toEqual([{ actor_name: 'Twice' }]);
    await other.close();
  });

  test('is served as immutable and with a policy that blocks scripts', async () => {
    const { src } = (await upload(await gradient(90, 90).png().toBuffer())).json<Picture>();
    const { headers } = await site.app.inject({ url: src });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${src.slice('/media/'.length)}"`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    const again = await site.app.inject({
      url: src,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers['cache-control']).toBe(headers['cache-control']);
    const other = await site.app.inject({ url: src, headers: { 'if-none-match': '"other"' } });
    expect(other.statusCode).toBe(200);
  });

  test('as wide as one of the usual widths is stored once at that width', async () => {
    const widths = async (width: number) =>
      (await encodePicture(await gradient(width, 4).png().toBuffer())).files.map(
        (file) => file.width,
      );
    expect([await widths(399), await widths(400), await widths(401)]).toEqual([
      [399],
      [400],
      [400, 401],
    ]);
    expect(await widths(1601)).toEqual([400, 800, 1600]);
  });

  test('is found by its address with and without width, and its widest file is read', async () => {
    const picture = (await upload(await gradient(500, 20).png().toBuffer())).json<Picture>();
    const { url } = picture;
    for (const address of [url, `${url}-400.webp`, picture.src]) {
      expect(await findPicture(site.deps, address)).toEqual(picture);
    }
    for (const address of [`/media/${'0'.repeat(32)}`, `https://x.test${url}`, '']) {
      expect(await findPicture(site.deps, address)).toBeNull();
    }
    const bytes = await readPicture(site.deps, `${url}-400.webp`);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 500 });
  });

  test('that is private has an address of its own, and is deleted without another', async () => {
    const { deps } = site;
    const bytes = await gradient(410, 10).png().toBuffer();
    const recorded: string[] = [];
    const store = () =>
      storePrivatePicture(deps, { bytes, accountId: admin.id }, async (_trx, hash) => {
        recorded.push(hash);
      });
    const [one, other] = [await store(), await store()];
    expect(recorded.map((hash) => `/media/${hash}`)).toEqual([one.url, other.url]);
    expect(one.url).not.toBe(other.url);
    await deletePrivatePictures(deps, recorded.slice(0, 1));
    const statuses = [];
    for (const { url } of [one, other]) {
      for (const width of [400, 410]) {
        const answer = await site.app.inject({ url: `${url}-${width}.webp` });
        statuses.push(answer.statusCode);
      }
    }
    expect(statuses).toEqual([404, 404, 200, 200]);
    expect(await findPicture(deps, one.url)).toBeNull();
    expect(await findPicture(deps, other.url)).toEqual(other);
    const failing = storePrivatePicture(deps, { bytes, accountId: admin.id }, () =>
      Promise.reject(new Error('no thread')),
    );
    await expect(failing).rejects.toThrow('no thread');
    const rows = await deps.db
      .selectFrom('media')
      .select(['hash', 'created_by'])
      .where('width', '=', 410)
      .execute();
    expect(rows).toEqual([{ hash: recorded[1], created_by: admin.id }]);
  });

  test('is in the download of the account that uploaded it, and of no other', async () => {
    const [one, other] = [await site.addPlayer('Own', 3), await site.addPlayer('Others', 3)];
    const [first, second] = [
      await upload(await gradient(420, 9).png().toBuffer(), { player: one }),
      await upload(await gradient(430, 9).png().toBuffer(), { player: other }),
    ].map((answer) => answer.json<Picture>());
    const bytes = await gradient(440, 9).png().toBuffer();
    const sent = await storePrivatePicture(site.deps, { bytes, accountId: one.id }, async () => {});
    const filesOf = async ({ id }: TestPlayer) => {
      const [part] = mediaPersonalData.parts!;
      const files = await part!.readFiles!(site.deps, { id } as never);
      return files.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b));
    };
    const nameOf = ({ url }: Picture) => `pictures/${url.slice('/media/'.length)}.webp`;
    expect(await filesOf(one)).toEqual(
      [first!, sent].map(nameOf).toSorted((a, b) => a.localeCompare(b)),
    );
    expect(await filesOf(other)).toEqual([nameOf(second!)]);
  });

  test.each([
    `/media/${'0'.repeat(32)}-400.webp`,
    '/media/x.webp',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/%2e%2e%2fembedded%2fPG_VERSION',
    `/media/${'0'.repeat(32)}-400.webp%00`,
    `/media/${'0'.repeat(32)}`,
  ])('%s is not found', async (url) => {
    const answer = await site.app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'request/not-found' });
  });
});

describe('refused', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  );

  test.each([
    ['an SVG with script', svg, 'image/svg+xml'],
    ['an SVG that says it is a PNG', svg, 'image/png'],
    [
      'an SVG after a byte order mark',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), svg]),
      'image/png',
    ],
    [
      'a page that says it is a JPEG',
      Buffer.from('<html><script>alert(1)</script></html>'),
      'image/jpeg',
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'image/png'],
    ['a program', Buffer.from('MZ\u0090\u0000'), 'application/octet-stream'],
    ['a TIFF', Buffer.from('II*\u0000\u0008\u0000\u0000\u0000', 'latin1'), 'image/tiff'],
    [
      'a film',
      Buffer.from('\u0000\u0000\u0000\u0018ftypmp42\u0000\u0000\u0000\u0000mp42isom', 'latin1'),
      'image/avif',
    ],
    ['nothing', Buffer.alloc(0), 'image/png'],
    ['three bytes', Buffer.from([1, 2, 3]), 'image/png'],
  ])('%s', async (_, bytes, type) => {
    const answer = await upload(bytes, { type });
    expect(answer.statusCode, answer.body).toBe(415);
    expect(answer.json()).toMatchObject({
      code: 'media/unsupported',
      error: expect.stringContaining('PNG, JPEG, WebP, GIF or AVIF'),
    });
  });

  test.each(['application/json', 'text/html', 'multipart/form-data; boundary=x', ''])(
    'a body of type "%s"',
    async (type) => {
      const answer = await upload(await gradient(10, 10).png().toBuffer(), { type });
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toMatchObject({ code: 'media/unsupported' });
    },
  );

  test('more than 10 MB', async () => {
    const answer = await upload(Buffer.alloc(10 * 1024 * 1024 + 1));
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      code: 'media/too-large',
      error: 'Pictures can be at most 10 MB.',
    });
  });

  test.each([
    [undefined, 401],
    [0, 403],
    [2, 403],
  ])('an upload with rights %s', async (rights, status) => {
    const player =
      rights === undefined
        ? { ...admin, cookie: '' }
        : await site.addPlayer(`Guest ${rights}`, rights);
    expect((await upload(await gradient(10, 10).png().toBuffer(), { player })).statusCode).toBe(
      status,
    );
  });

  test('the sixty-first picture in ten minutes', async () => {
    const busy = await site.addPlayer('Busy', 3);
    const bytes = Buffer.from('no picture');
    const statuses = [];
    for (let n = 0; n < 61; n += 1)
      statuses.push((await upload(bytes, { player: busy })).statusCode);
    expect(statuses.slice(0, 60)).toEqual(Array<number>(60).fill(415));
    expect(statuses[60]).toBe(429);
  });
});

test.each([
  ['news', 200],
  ['shop', 200],
  ['polls', 403],
] as const)('an upload with the permission %s is answered with %i', async (permission, status) => {
  const player = await site.addPlayer(`May ${permission}`, 1);
  await site.deps.db
    .insertInto('account_permissions')
    .values({ account_id: player.id, permission, given_by: null })
    .execute();
  expect((await upload(await gradient(10, 10).png().toBuffer(), { player })).statusCode).toBe(
    status,
  );
});

test('other endpoints refuse a picture as body', async () => {
  const answer = await site.app.inject({
    method: 'POST',
    url: '/api/admin/news',
    headers: { cookie: admin.cookie, 'content-type': 'image/png' },
    payload: await gradient(10, 10).png().toBuffer(),
  });
  expect(answer.json()).toMatchObject({ code: 'request/unsupported-type' });
});
