import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { bucketSettings, startBucket } from '#server/testing/fake-bucket.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { testConfig } from '#server/testing/test-app.ts';
import { statusOf } from '#shared/error-codes.ts';
import type { AppError } from '#shared/errors.ts';

import { createMediaStore } from './create-media-store.ts';
import { createFolderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';

const name = `${'ab'.repeat(16)}-400.webp`;

describe.each([
  ['a folder', async () => createFolderStore(await createTemporaryFolder())],
  ['a bucket', async () => openBucket((await startBucket()).endpoint)],
])('%s', (_, open) => {
  test('returns a stored file', async () => {
    const store = await open();
    const bytes = Buffer.from([0, 1, 2, 250, 255]);
    await store.put(name, bytes);
    expect(await store.get(name)).toEqual(bytes);
  });

  test('accepts concurrent writes of the same file', async () => {
    const store = await open();
    const bytes = Buffer.alloc(200_000, 7);
    await Promise.all([1, 2, 3, 4].map(() => store.put(name, bytes)));
    expect((await store.get(name))?.equals(bytes)).toBe(true);
  });

  test('lists and removes files', async () => {
    const store = await open();
    expect(await store.list()).toEqual([]);
    for (const n of [1, 2, 3]) await store.put(`${n}-${name}`, Buffer.from('x'));
    expect((await store.list()).sort()).toEqual([1, 2, 3].map((n) => `${n}-${name}`));
    expect(await store.get(`2-${name}`)).toEqual(Buffer.from('x'));
    await store.remove(`2-${name}`);
    await store.remove(`2-${name}`);
    expect((await store.list()).sort()).toEqual([1, 3].map((n) => `${n}-${name}`));
    expect(await store.get(`2-${name}`)).toBeUndefined();
  });

  test('returns undefined for a missing file', async () => {
    expect(await (await open()).get(name)).toBeUndefined();
  });
});

test('a folder contains only complete files', async () => {
  const folder = await createTemporaryFolder();
  const store = createFolderStore(folder);
  await Promise.all([1, 2, 3].map((n) => store.put(`${n}-${name}`, Buffer.alloc(100_000, n))));
  expect((await readdir(folder)).sort()).toEqual([1, 2, 3].map((n) => `${n}-${name}`));
});

test('a folder that cannot be written to fails at the start and at an upload', async () => {
  const file = join(await createTemporaryFolder(), 'a-file');
  await writeFile(file, '');
  const store = createFolderStore(join(file, 'media'));
  await expect(store.check?.()).rejects.toThrow(/^The folder .* cannot be written to: .*DATA_DIR/);
  const error = await store.put(name, Buffer.from('x')).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'media/not-stored' });
  expect(statusOf(error as AppError)).toBe(507);
});

test('the check leaves no files behind', async () => {
  const folder = await createTemporaryFolder();
  await createFolderStore(folder).check?.();
  expect(await readdir(folder)).toEqual([]);
});

describe('a bucket', () => {
  test('gets signed requests with the media prefix and the content type', async () => {
    const { endpoint, files, requests } = await startBucket();
    await openBucket(endpoint).put(name, Buffer.from('x'));
    expect([...files.keys()]).toEqual([`/pictures/media/${name}`]);
    expect(requests[0]?.headers).toMatchObject({
      'content-type': 'image/webp',
      authorization: expect.stringContaining('AWS4-HMAC-SHA256 Credential=AKID/'),
    });
  });

  test('is asked only once for a file that is read often', async () => {
    const { endpoint, requests } = await startBucket();
    await openBucket(endpoint).put(name, Buffer.from('x'));
    const reader = openBucket(endpoint);
    for (let n = 0; n < 5; n += 1) await reader.get(name);
    expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  test('that refuses or cannot be reached gives an AppError', async () => {
    const { endpoint } = await startBucket();
    const stranger = openBucket(endpoint, { S3_SECRET_KEY: 'wrong' });
    await expect(stranger.put(name, Buffer.from('x'))).rejects.toMatchObject({
      code: 'server/unavailable',
    });
    await expect(openBucket('http://127.0.0.1:9').get(name)).rejects.toMatchObject({
      code: 'server/unavailable',
    });
  });

  test('needs all its settings', () => {
    expect(() => testConfig({ S3_ENDPOINT: 'https://s3.example' })).toThrow(
      'Setting S3_BUCKET is missing: it is required with S3_ENDPOINT.',
    );
  });
});

function openBucket(endpoint: string, settings: Record<string, string> = {}): MediaStore {
  return createMediaStore(testConfig({ ...bucketSettings(endpoint), ...settings }));
}
