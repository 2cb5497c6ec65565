import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';

import { parseConfig } from '#server/config.ts';
import { createMemoryStore } from '#server/testing/memory-store.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { mediaLimits } from '#shared/endpoints/media.ts';

import { openStoragePictures } from './storage-pictures.ts';

const config = parseConfig({
  NODE_ENV: 'test',
  DEMO: 'on',
  SITE_URL: 'http://localhost:3000',
  IMAGE_HOSTS: 'i.example.com',
});
let png: Buffer;
beforeAll(async () => {
  const create = { width: 60, height: 40, channels: 3 as const, background: '#a33' };
  png = await sharp({ create }).png().toBuffer();
});

async function open(isWithFolder = true) {
  const folder = await createTemporaryFolder();
  await mkdir(path.join(folder, 'items', 'folder.png'), { recursive: true });
  await writeFile(path.join(folder, 'items', 'red hat.png'), png);
  await writeFile(path.join(folder, 'large.png'), png);
  await truncate(path.join(folder, 'large.png'), mediaLimits.bytes + 1);
  const media = createMemoryStore();
  const pictures = openStoragePictures(
    { media, config },
    { folder: isWithFolder ? folder : undefined, isDryRun: false },
  );
  const problems: string[] = [];
  return {
    pictures,
    stored: pictures.stored,
    media,
    problems,
    note: (problem: string) => void problems.push(problem),
  };
}

test('a picture is found by each form of its address, and stored once', async () => {
  const { stored, problems, note, pictures } = await open();
  const addresses = [
    'items/red hat.png',
    '/items/red hat.png',
    'gs://old.appspot.com/items/red hat.png',
    'https://firebasestorage.googleapis.com/v0/b/old.appspot.com/o/items%2Fred%20hat.png?alt=media',
    'https://storage.googleapis.com/old.appspot.com/items/red%20hat.png?x=1',
    `data:image/png;base64,${png.toString('base64')}`,
  ];
  const found = [];
  for (const address of addresses) found.push(await pictures.find(address, note));
  const [hash] = [...stored.keys()];
  expect(found).toEqual(addresses.map(() => ({ url: null, hash })));
  expect(stored.size).toBe(1);
  expect(problems).toEqual([]);
});

test('a picture of an allowed host stays where it is, and without a picture there is no source', async () => {
  const { problems, note, pictures } = await open();
  const url = 'https://i.example.com/a.png';
  expect(await pictures.find(url, note)).toEqual({ url, hash: null });
  expect(await pictures.find('', note)).toEqual({ url: null, hash: null });
  expect(problems).toEqual([]);
});

test.each([
  ['https://elsewhere.test/a.png', 'it is not in the project’s storage'],
  ['//elsewhere.test/a.png', 'it is not in the project’s storage'],
  [
    'https://firebasestorage.googleapis.com/v0/b/x/o/%E0%A4%A',
    'it is not in the project’s storage',
  ],
  ['items/none.png', 'items/none.png is not in the folder'],
  ['items/folder.png', 'items/folder.png is not in the folder'],
  ['../secret.png', 'its path leaves the folder'],
  ['large.png', 'it is larger than 10 MB'],
])('%s is left out, with the reason', async (address, reason) => {
  const { problems, note, pictures } = await open();
  expect(await pictures.find(address, note)).toEqual({ url: null, hash: null });
  expect(problems).toEqual([`the picture "${address}" is left out: ${reason}`]);
});

test('without a folder the report says so, and shortens what is long', async () => {
  const { problems, note, pictures } = await open(false);
  await pictures.find(`a${'b'.repeat(100)}.png`, note);
  expect(problems).toEqual([
    `the picture "a${'b'.repeat(79)}…" is left out: no folder with pictures was given (--files)`,
  ]);
});

test('in a text, pictures are replaced in both kinds of quotes, and others stay', async () => {
  const { stored, problems, note, pictures } = await open();
  const html = [
    '<p>Hi</p><img alt="a" src="items/red hat.png">',
    "<img src='/items/red hat.png'>",
    '<img src="https://i.example.com/a.png"><img src="items/none.png">',
  ].join('');
  const replaced = await pictures.replaceIn(html, note);
  const address = `/media/${[...stored.keys()][0]}-60.webp`;
  expect(replaced).toBe(
    [
      `<p>Hi</p><img alt="a" src="${address}">`,
      `<img src="${address}">`,
      '<img src="https://i.example.com/a.png"><img src="items/none.png">',
    ].join(''),
  );
  expect(problems).toEqual([
    'the picture "items/none.png" in the text is left out: items/none.png is not in the folder',
  ]);
});

test('a store that is full ends the import, a damaged picture does not', async () => {
  const { media, problems, note, pictures } = await open();
  media.put = () => Promise.reject(new Error('No space left on device'));
  await expect(pictures.find('items/red hat.png', note)).rejects.toThrow('No space left on device');
  const damaged = `data:image/png;base64,${png.subarray(0, 60).toString('base64')}`;
  expect(await pictures.find(damaged, note)).toEqual({ url: null, hash: null });
  expect(problems).toEqual([expect.stringContaining('damaged or incomplete')]);
});
