import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp, TestPlayer } from '#server/testing/test-app.ts';
import type { Picture } from '#shared/endpoints/media.ts';

import { chunk, makeBomb } from './testing/media.ts';

// Tests picture encoding, which does not depend on the database, so one engine is enough.

let site: TestApp;
let admin: TestPlayer;
beforeAll(async () => {
  site = await openTestApp();
  admin = await site.addPlayer('Painter', 3);
});
afterAll(() => site.close());

function upload(payload: Buffer, type = 'image/png') {
  const headers = { cookie: admin.cookie, 'content-type': type };
  return site.app.inject({ method: 'POST', url: '/api/admin/media', headers, payload });
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

/** Encoded ten times as fast, for tests in which only the size matters. */
const plain = (width: number, height: number, background = '#a87722') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Low effort makes encoding the test pictures faster. */
const quickly = { effort: 1 };

async function fetchPicture(src: string): Promise<Buffer> {
  const answer = await site.app.inject({ url: src });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

describe('a picture', () => {
  // Equal pictures are stored once, so each has its own colour.
  test.each([
    ['png', '#a87722'],
    ['jpeg', '#2277a8'],
    ['webp', '#77a822'],
    ['gif', '#a82277'],
    ['avif', '#22a877'],
  ] as const)('uploaded as %s is stored as WebP in several widths', async (format, colour) => {
    const answer = await upload(
      await plain(1000, 500, colour).toFormat(format, quickly).toBuffer(),
      `image/${format}`,
    );
    expect(answer.statusCode, answer.body).toBe(200);
    const picture = answer.json<Picture>();
    expect(picture).toEqual({
      url: expect.stringMatching(/^\/media\/[\da-f]{32}$/),
      width: 1000,
      height: 500,
      src: `${picture.url}-1000.webp`,
      srcset: [400, 800, 1000].map((width) => `${picture.url}-${width}.webp ${width}w`).join(', '),
    });
    for (const width of [400, 800, 1000]) {
      const metadata = await sharp(await fetchPicture(`${picture.url}-${width}.webp`)).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width, height: width / 2 });
    }
  });

  test('is never enlarged, and never wider than 1600', async () => {
    expect((await upload(await plain(50, 20).png().toBuffer())).json()).toMatchObject({
      width: 50,
      height: 20,
    });
    expect((await upload(await plain(3200, 1000).png().toBuffer())).json()).toMatchObject({
      width: 1600,
      height: 500,
    });
    expect((await upload(await plain(20, 20_000).png().toBuffer())).json()).toMatchObject({
      width: 6,
      height: 6400,
    });
  });

  test('keeps transparency', async () => {
    const glass = sharp({
      create: {
        width: 40,
        height: 40,
        channels: 4,
        background: { r: 255, g: 0, b: 0, alpha: 0.5 },
      },
    });
    const { src } = (await upload(await glass.png().toBuffer())).json<Picture>();
    expect((await sharp(await fetchPicture(src)).metadata()).hasAlpha).toBe(true);
  });

  test('is rotated upright and loses its metadata', async () => {
    const photo = await gradient(60, 30)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'secret-owner' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(photo.includes('secret-owner')).toBe(true);
    const picture = (await upload(photo, 'image/jpeg')).json<Picture>();
    expect(picture).toMatchObject({ width: 30, height: 60 });
    const stored = await fetchPicture(picture.src);
    expect(await sharp(stored).metadata()).not.toHaveProperty('exif');
    expect(stored.includes('secret-owner')).toBe(false);
  });

  test('with animation keeps only its first frame', async () => {
    const frames = Buffer.alloc(20 * 20 * 3 * 3, 90);
    const moving = await sharp(frames, {
      raw: { width: 20, height: 60, channels: 3, pageHeight: 20 },
    })
      .gif({ delay: [50, 50, 50] })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBeGreaterThan(0);
    const picture = (await upload(moving, 'image/gif')).json<Picture>();
    expect(picture).toMatchObject({ width: 20, height: 20 });
    expect((await sharp(await fetchPicture(picture.src)).metadata()).pages ?? 1).toBe(1);
  });
});

describe('refused', () => {
  let bomb: Buffer;
  beforeAll(() => {
    bomb = makeBomb(30_000);
  });

  test.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('a %s cut in half', async (format) => {
    const whole = await gradient(600, 400).toFormat(format, quickly).toBuffer();
    const answer = await upload(whole.subarray(0, whole.length / 2), `image/${format}`);
    expect(answer.statusCode, answer.body).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'media/broken' });
  });

  test('only the first bytes of a picture', async () => {
    for (const start of [
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0xff, 0xd8, 0xff, 0xe0],
    ]) {
      expect((await upload(Buffer.from(start))).json()).toMatchObject({ code: 'media/broken' });
    }
  });

  test('30,000 × 30,000 pixels in a hundred kilobytes, before decoding', async () => {
    const answer = await upload(bomb);
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      code: 'media/too-many-pixels',
      error: 'That picture has 30000 × 30000 pixels. Use one with at most 40 megapixels.',
    });
  });

  test('a bomb with broken pixel data for its size, which shows that nothing was decoded', async () => {
    const answer = await upload(bomb.subarray(0, 200));
    expect(answer.json()).toMatchObject({ code: 'media/too-many-pixels' });
  });
});

describe('a file that is two things at once', () => {
  const payload = '<script>alert("smuggled")</script>';

  test.each([
    [
      'after a PNG',
      async () => Buffer.concat([await gradient(30, 30).png().toBuffer(), Buffer.from(payload)]),
    ],
    [
      'in a comment of a PNG',
      async () =>
        insertChunk(
          await gradient(30, 30).png().toBuffer(),
          'tEXt',
          Buffer.from(`Comment\0${payload}`),
        ),
    ],
    [
      'after a GIF',
      async () => Buffer.concat([await gradient(30, 30).gif().toBuffer(), Buffer.from(payload)]),
    ],
    [
      'in a JPEG comment',
      async () => insertJpegComment(await gradient(30, 30).jpeg().toBuffer(), payload),
    ],
    [
      'in a zip behind a JPEG',
      async () =>
        Buffer.concat([
          await gradient(30, 30).jpeg().toBuffer(),
          Buffer.from(`PK\u0003\u0004${payload}`),
        ]),
    ],
  ])('%s is only a picture after the upload', async (_, make) => {
    const bytes = await make();
    expect(bytes.includes('smuggled')).toBe(true);
    const answer = await upload(bytes, 'application/octet-stream');
    expect(answer.statusCode, answer.body).toBe(200);
    const stored = await fetchPicture(answer.json<Picture>().src);
    expect(stored.includes('smuggled')).toBe(false);
  });

  test('a GIF header in front of a script is refused', async () => {
    const answer = await upload(
      Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`),
      'image/gif',
    );
    expect(answer.statusCode).toBe(400);
  });
});

function insertChunk(png: Buffer, type: string, data: Buffer): Buffer {
  // After the signature (8 bytes) and the header (25).
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)]);
}

function insertJpegComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text), jpeg.subarray(2)]);
}
