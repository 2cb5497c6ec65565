import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { checksums, fileChecksums } from './migration-checksums.ts';

const folder = path.join(import.meta.dirname, 'migrations');
const names = (await readdir(folder)).toSorted().map((file) => path.basename(file, '.sql'));

test('every migration is listed, in the order of its number', () => {
  expect(Object.keys(fileChecksums)).toEqual(names);
  expect(Object.keys(checksums)).toEqual(names);
});

// A server with a changed migration does not start on a database that has applied the old one. Write a
// new migration instead.
test.each(names)('the released migration %s is unchanged', async (name) => {
  expect(fileChecksums[name]).toBe(
    createHash('sha256')
      .update(await read(name))
      .digest('hex'),
  );
});

/** Normalises line endings, which a checkout may have converted. */
async function read(name: string): Promise<string> {
  const text = await readFile(path.join(folder, `${name}.sql`), 'utf8');
  return text.replaceAll('\r\n', '\n');
}
