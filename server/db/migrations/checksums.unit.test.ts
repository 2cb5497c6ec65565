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

// A database that has applied the old text refuses the new one. Write a new migration instead.
test.each(names)('the released migration %s is as it was', async (name) => {
  expect(checksums[name]).toBe(
    createHash('sha256')
      .update(await read(name))
      .digest('hex'),
  );
});

test.each(names)('the migration %s holds all of its content itself', async (name) => {
  const imports = (await read(name)).matchAll(/^import .* from '([^']+)';$/gm);
  expect([...imports].map(([, from]) => from)).toEqual(['kysely']);
});

/** With the line ends of the repository, whatever the checkout made of them. */
async function read(name: string): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, `${name}.ts`), 'utf8');
  return text.replaceAll('\r\n', '\n');
}
