import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { checksums, fileChecksums, functionFiles } from './migration-checksums.ts';

const folder = path.join(import.meta.dirname, 'migrations');
const names = (await readdir(folder)).toSorted().map((file) => path.basename(file, '.sql'));

test('every migration is listed, in the order of its number', () => {
  expect(Object.keys(fileChecksums)).toEqual(names);
  expect(Object.keys(checksums)).toEqual(names);
});

// A server with a changed migration does not start on a database that has applied the old one. Write a
// new migration instead.
test.each(names)('the released migration %s is unchanged', async (name) => {
  expect(fileChecksums[name]).toBe(hash(await read(`migrations/${name}.sql`)));
});

test('the function files are those of the migration that was written for them', async () => {
  const files = (await readdir(path.join(import.meta.dirname, 'functions'))).toSorted();
  const texts = await Promise.all(files.map((file) => read(`functions/${file}`)));
  expect(names).toContain(functionFiles.migration);
  expect(functionFiles.checksum).toBe(hash(texts.join('')));
});

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Normalises line endings, which a checkout may have converted. */
async function read(file: string): Promise<string> {
  const text = await readFile(path.join(import.meta.dirname, file), 'utf8');
  return text.replaceAll('\r\n', '\n');
}
