import type { Config } from '#server/config.ts';
import { findApplied } from '#server/db/migrate.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import type { MediaStore } from '#server/lib/files/media-store.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import { formatVersion } from './backup-format.ts';
import type { BackupHeader } from './backup-format.ts';
import { countRows, listSequences, listTables, readRows, setPrinting } from './catalogue.db.ts';
import type { BackupTable } from './catalogue.db.ts';
import { isSecretTable } from './secret-tables.ts';
import { writeBackup } from './write-backup.ts';
import type { WriteLine } from './write-backup.ts';

export type BackupSummary = { rows: number; files: number; bytes: number };
type Source = { db: Db; media: MediaStore; config?: Pick<Config, 'secretsKey'> };
type OnProgress = (share: number, what: string) => void;

/**
 * Writes what the site stores to one file, apart from keys, sessions and codes (secret-tables.ts). All rows are of one moment, while others may write.
 * Pictures are listed after that moment: a picture is stored before its row, so none is missed.
 */
export async function makeBackup(
  { db, media, config }: Source,
  file: string,
  onProgress: OnProgress = () => {},
): Promise<BackupSummary> {
  let summary = { rows: 0, files: 0 };
  const bytes = await writeBackup(file, writeAll, config?.secretsKey);
  return { ...summary, bytes };

  async function writeAll(write: WriteLine): Promise<void> {
    // Not transaction(), which would run it again after a failure and write the rows twice.
    const snapshot = db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    const { names, rows } = await snapshot.execute(async (trx) => {
      await setPrinting(trx);
      const tables = await countTables(trx);
      // Link previews are drawn again when they are missing, and there may be one for every player.
      const found = (await media.list()).filter((name) => !name.startsWith('preview-'));
      await write(JSON.stringify(await composeHeader(trx, tables, found.length)));
      return { names: found, rows: await writeTables(trx, tables, { write, onProgress }) };
    });
    summary = { rows, files: await writeFiles(media, names, { write, onProgress }) };
  }
}

type CountedTable = BackupTable & { rows: number };

async function countTables(trx: Trx): Promise<CountedTable[]> {
  const tables: CountedTable[] = [];
  for (const table of await listTables(trx)) {
    tables.push({ ...table, rows: isSecretTable(table) ? 0 : await countRows(trx, table.name) });
  }
  return tables;
}

async function composeHeader(
  trx: Trx,
  tables: CountedTable[],
  files: number,
): Promise<BackupHeader> {
  const migrations = (await findApplied(trx)).map(({ name, checksum }) => ({
    name,
    checksum: checksum ?? '',
  }));
  if (migrations.length === 0) {
    throw new StartupError('There is nothing to back up: the database is empty.');
  }
  return {
    wynholdBackup: formatVersion,
    madeAt: new Date().toISOString(),
    migrations,
    tables: tables.map(({ name, columns, rows }) => ({
      name,
      rows,
      columns: columns.map((column) => column.name),
    })),
    files,
  };
}

type Output = { write: WriteLine; onProgress: OnProgress };

async function writeTables(
  trx: Trx,
  tables: CountedTable[],
  { write, onProgress }: Output,
): Promise<number> {
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const table of tables) {
    await write(JSON.stringify({ table: table.name }));
    if (isSecretTable(table)) continue;
    for await (const rows of readRows(trx, table)) {
      await write(`[${rows.join(',')}]`);
      done += rows.length;
      onProgress(done / total, `${done.toLocaleString('en')} rows`);
    }
  }
  for (const { name, ...state } of await listSequences(trx)) {
    await write(JSON.stringify({ sequence: name, ...state }));
  }
  return done;
}

const chunkBytes = 768 * 1024;

/** A file that was removed after it was listed is left out. */
async function writeFiles(
  media: MediaStore,
  names: string[],
  { write, onProgress }: Output,
): Promise<number> {
  let done = 0;
  for (const [at, name] of names.entries()) {
    const bytes = await media.get(name);
    if (bytes) {
      await write(JSON.stringify({ file: name, size: bytes.length }));
      for (let from = 0; from < bytes.length; from += chunkBytes) {
        await write(JSON.stringify(bytes.toString('base64', from, from + chunkBytes)));
      }
      done += 1;
    }
    onProgress((at + 1) / names.length, `${(at + 1).toLocaleString('en')} files`);
  }
  return done;
}
