import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

import { DurableNodeFs } from './durable-node-fs.ts';
import { valueParsers } from './value-parsers.ts';

export async function openDurablePglite(directory: string): Promise<PGlite> {
  return openPglite({ fs: new DurableNodeFs(directory), startParams: durableStartParams() });
}

export async function openPglite(options: PGliteOptions): Promise<PGlite> {
  const pglite = new PGlite({ ...options, extensions: { pg_trgm }, parsers: valueParsers });
  await pglite.waitReady;
  // prepare-parameter.ts has already converted the parameters to text.
  pglite.serializers = {};
  return pglite;
}

function durableStartParams(): string[] {
  // -F turns fsync off.
  const defaults = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  // The engine occupies all of shared_buffers from the start; the default is 128 MB. Beyond it, the
  // operating system keeps the files in memory.
  const memory = ['-c', 'shared_buffers=32MB'];
  // At the start the engine opens as many files as it may, to see whether it can. The default is 1000, and
  // each takes longer than the one before it.
  const files = ['-c', 'max_files_per_process=300'];
  return [...defaults, '-c', 'wal_sync_method=fsync', ...memory, ...files];
}
