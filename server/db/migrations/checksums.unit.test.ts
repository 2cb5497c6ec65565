import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { checksums } from './checksums.ts';
import { migrations } from './list.ts';

const files = (await readdir(import.meta.dirname))
  .filter((file) => /^\d{4}_/.test(file))
  .toSorted();
const names = files.map((file) => path.basename(file, '.ts'));

test('every migration is listed, in the order of its number', () => {
  expect(Object.keys(migrations)).toEqual(names);
  expect(Object.keys(checksums)).toEqual(names);
});

// A server with a changed migration does not start on a database that has applied the old one. Write a
// new migration instead.
test.each(names)('the released migration %s is unchanged', async (name) => {
  expect(checksums[name]).toBe(
    createHash('sha256')
      .update(await read(name))
      .digest('hex'),
  );
});

test.each(names)('the migration %s imports nothing except kysely', async (name) => {
  const imports = (await read(name)).matchAll(/^import .* from '([^']+)';$/gm);
  expect([...imports].map(([, from]) => from)).toEqual(['kysely']);
});

/** Normalises line endings, which a checkout may have converted. */
async function read(name: string): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, `${name}.ts`), 'utf8');
  return text.replaceAll('\r\n', '\n');
}
