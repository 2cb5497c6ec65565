import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';

import { loadStaticFiles, readNewerAsset, takeEarlierAssets } from './static-files.ts';

async function makeFolder(files: Record<string, string>): Promise<string> {
  const folder = await createTemporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return folder;
}

test('files have their type and compressed forms, and only assets never change', async () => {
  const files = loadStaticFiles(
    await makeFolder({
      'index.html': 'page',
      'assets/a-1.js': 'script',
      'assets/a-1.js.br': 'brotli',
      'assets/a-1.js.gz': 'gzip',
      'art/b.avif': 'picture',
      'notes.exe': 'unknown',
    }),
  );
  expect([...files.keys()].toSorted()).toEqual(['/art/b.avif', '/assets/a-1.js', '/index.html']);
  expect(files.get('/assets/a-1.js')).toEqual({
    type: 'text/javascript; charset=utf-8',
    etag: expect.stringMatching(/^W\/"[\w-]+"$/),
    plain: Buffer.from('script'),
    brotli: Buffer.from('brotli'),
    gzip: Buffer.from('gzip'),
    isImmutable: true,
  });
  expect(files.get('/index.html')).toMatchObject({
    type: 'text/html; charset=utf-8',
    isImmutable: false,
  });
  const tags = [...files.values()].map(({ etag }) => etag);
  expect(new Set(tags).size).toBe(3);
});

test('assets of earlier builds have the addresses that they had, unless there is a newer one', async () => {
  const files = loadStaticFiles(
    await makeFolder({
      'previous/assets/old-1.js': 'old',
      'previous/assets/same-1.js': 'old',
      'previous/logo.svg': 'old logo',
      'previously.txt': 'not earlier',
      'assets/same-1.js': 'new',
    }),
  );
  const earlier = takeEarlierAssets(files);
  expect([...files.keys()].toSorted()).toEqual(['/assets/same-1.js', '/previously.txt']);
  const found = [...earlier].map(([url, { plain, isImmutable }]) => [
    url,
    plain.toString(),
    isImmutable,
  ]);
  expect(found).toHaveLength(2);
  expect(found).toEqual(
    expect.arrayContaining([
      ['/assets/old-1.js', 'old', true],
      ['/logo.svg', 'old logo', false],
    ]),
  );
});

test('an asset of a newer build is read from its folder, and nothing else', async () => {
  const folder = await makeFolder({
    'assets/new-1.css': 'style',
    'assets/new-1.css.br': 'brotli',
    'assets/.hidden.css': 'x',
    'assets/inner/a.css': 'x',
    'assets/notes.exe': 'x',
    'secret.css': 'x',
  });
  expect(await readNewerAsset(folder, 'new-1.css')).toMatchObject({
    type: 'text/css; charset=utf-8',
    plain: Buffer.from('style'),
    brotli: Buffer.from('brotli'),
    isImmutable: true,
  });
  for (const name of ['missing.css', '../secret.css', '.hidden.css', 'inner/a.css', 'notes.exe']) {
    expect(await readNewerAsset(folder, name), name).toBeUndefined();
  }
});
