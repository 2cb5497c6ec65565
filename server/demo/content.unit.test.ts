import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';

import { readDemoFile, readDemoTexts } from './content.ts';

const Polls = z.array(z.strictObject({ title: z.string(), voters: z.int('Use a whole number.') }));
const Post = z.strictObject({ title: z.string(), daysAgo: z.coerce.number(), html: z.string() });

let folder: string;
beforeEach(async () => {
  folder = await createTemporaryFolder();
});

test('a file is read and checked', async () => {
  await write('polls.json', '[{ "title": "Bank space", "voters": 18 }]');
  expect(await readDemoFile('polls.json', Polls, folder)).toEqual([
    { title: 'Bank space', voters: 18 },
  ]);
});

test.each([
  ['a wrong value', '[{ "title": "", "voters": 1.5 }]', 'Use a whole number.\n  → at [0].voters'],
  [
    'an unknown field',
    '[{ "title": "", "voters": 1, "ends": 2 }]',
    'Unrecognized key: "ends"\n  → at [0]',
  ],
])('%s fails with the name of the file and the field', async (_case, content, problem) => {
  await write('polls.json', content);
  await expect(readDemoFile('polls.json', Polls, folder)).rejects.toThrow(
    `The demo content polls.json is wrong.\n✖ ${problem}`,
  );
});

test('a file that is not JSON fails with its name', async () => {
  await write('polls.json', '[{]');
  await expect(readDemoFile('polls.json', Polls, folder)).rejects.toThrow(
    'The demo content polls.json is not JSON.',
  );
});

test('texts come in the order of their names, without the line breaks of the file', async () => {
  await write('news/2.html', '---\r\ntitle: Two: the end\r\ndaysAgo: 1\r\n---\r\n<p>b</p>\r\n');
  await write('news/1.html', '---\ntitle: One\ndaysAgo: -3\n---\n<ul>\n  <li>a</li>\n</ul>\n');
  expect(await readDemoTexts('news', Post, folder)).toEqual([
    { title: 'One', daysAgo: -3, html: '<ul><li>a</li></ul>' },
    { title: 'Two: the end', daysAgo: 1, html: '<p>b</p>' },
  ]);
  await write('news/3.html', '<p>No fields</p>');
  await expect(readDemoTexts('news', Post, folder)).rejects.toThrow(
    /The demo content news\/3\.html is wrong\.\n.*expected string.*\n.*at title/,
  );
});

async function write(name: string, content: string): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}
