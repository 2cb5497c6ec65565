import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { PGlite } from '@electric-sql/pglite';

import { openPglite } from '#server/db/pglite.ts';

/**
 * Opens a newly created embedded database. Creating one takes seconds, so a dump of it is stored in
 * .cache and later runs load it from there.
 */
export async function openBlankEmbedded(): Promise<PGlite> {
  const file = await findCacheFile();
  const loadDataDir = await readFile(file).catch(() => createBlank(file));
  return openPglite({ loadDataDir: new Blob([loadDataDir]) });
}

export async function dumpEmbedded(pglite: PGlite): Promise<Buffer<ArrayBuffer>> {
  const dump = await pglite.dumpDataDir('none');
  return Buffer.from(await dump.arrayBuffer());
}

async function createBlank(file: string): Promise<Buffer<ArrayBuffer>> {
  const pglite = await openPglite({});
  const blank = await dumpEmbedded(pglite);
  await pglite.close();
  await mkdir(path.dirname(file), { recursive: true });
  // Another run may be reading the file, so it must never be incomplete.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, blank);
  await rename(unfinished, file);
  return blank;
}

async function findCacheFile(): Promise<string> {
  const root = path.resolve(import.meta.dirname, '../..');
  const engine = path.join(root, 'node_modules/@electric-sql/pglite/package.json');
  const { version } = JSON.parse(await readFile(engine, 'utf8')) as { version: string };
  return path.join(root, '.cache', `pglite-${version}.tar`);
}
