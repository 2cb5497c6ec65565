import path from 'node:path';

import { findOtherMigration, migrateWithin } from '#server/db/migrate.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { runLongWork } from '#server/db/statement-limit.ts';
import { transaction } from '#server/db/transaction.ts';
import { applyDeletions } from '#server/features/accounts/account-deletion.service.ts';
import type { Deletions } from '#server/features/accounts/account-deletion.service.ts';
import type { GivenName } from '#server/features/accounts/reserved-names.service.ts';
import { applyGivenNames } from '#server/features/players/given-names.service.ts';
import { commandLine, recordAudit } from '#server/lib/data/audit.ts';
import { messageOf } from '#server/lib/describe-error.ts';
import type { MediaStore } from '#server/lib/files/media-store.ts';
import { StartupError } from '#server/lib/startup-error.ts';
import { codeOf } from '#shared-node/code-of.mjs';
import type { RestoreReport } from '#shared/endpoints/dashboard.ts';

import type { BackupHeader } from './backup-format.ts';
import { hasAccounts, listSequences, listTables, setPrinting } from './catalogue.db.ts';
import type { BackupTable } from './catalogue.db.ts';
import { damaged, readParts } from './read-backup.ts';
import type { CheckedBackup } from './read-backup.ts';
import { endBackupRequest } from './requested-backups.service.ts';
import * as queries from './restore.db.ts';
import { isSecretTable } from './secret-tables.ts';

type Target = { db: Db; media: MediaStore };
type Options = {
  header: CheckedBackup;
  /** The deletions and names since the backup. */
  deletions?: (Deletions & { names?: GivenName[] | undefined }) | undefined;
  onProgress?: (share: number) => void;
};
type Restored = Omit<RestoreReport, 'at' | 'backup' | 'madeAt'>;

export const nothingApplied: Restored = {
  leaving: 0,
  erased: 0,
  staying: 0,
  renamed: 0,
  reserved: 0,
  notRenamed: [],
};

/**
 * Replaces everything in the database by a backup that checkBackup has read. It is one transaction, the
 * tables included: whatever fails, and whenever the process is killed, the database is as before. The
 * tables are created as they were when the backup was made, filled, and then migrated, so an older backup
 * becomes a site of this version. Pictures are stored before the commit.
 */
export async function restoreBackup(
  { db, media }: Target,
  file: string,
  { header, deletions, onProgress = () => {} }: Options,
): Promise<Restored> {
  assertRestorable(file, header);
  const pictures = await openPictures(media);
  let restored = nothingApplied;
  try {
    // Without a time limit: checking the foreign keys of a large table is one statement.
    await runLongWork(
      () =>
        transaction(db, async (trx) => {
          await setPrinting(trx);
          await queries.limitLockWaits(trx);
          await queries.dropEverything(trx);
          await migrateWithin(trx, { count: header.migrations.length });
          await loadParts(trx, { file, header, pictures, onProgress });
          await migrateWithin(trx, { first: header.migrations.length });
          await queries.skipAccountIds(trx);
          // A backup that an admin asked for contains the request: it was open while the backup was made.
          await endBackupRequest(trx);
          if (deletions) {
            restored = {
              ...(await applyDeletions(trx, deletions)),
              ...(await applyGivenNames(trx, deletions.names ?? [])),
            };
          }
          // Needs Attention shows this entry until an admin dismisses it.
          await recordAudit(trx, {
            actor: commandLine,
            action: 'backups/restored',
            subject: path.basename(file),
            after: { madeAt: header.madeAt, isSigned: header.isSigned, ...restored },
          });
        }),
      0,
    );
  } catch (error) {
    await pictures.removeAdded();
    throw explainFailure(file, error);
  }
  await queries.analyse(db);
  return restored;
}

/** Processes of the site that are connected to a PostgreSQL server. */
export const countServers = queries.countOtherConnections;

/** Their names, for the owner to look at after a restore. */
export const listAdmins = queries.listAdmins;

/** Whether anybody has an account here, so that a restore would destroy something. */
export const hasSite = hasAccounts;

/** Refuses backups of newer versions and of other builds. */
export function assertRestorable(file: string, { migrations }: BackupHeader): void {
  const other = findOtherMigration(migrations);
  if (!other) return;
  throw new StartupError(
    other.isUnknown
      ? `${file} was made by a newer version of the site: this one does not know ${other.name}. Update this one first, then restore it.`
      : `${file} was made by another build of the site: its migration ${other.name} differs from the one in this version.`,
  );
}

type Loading = Required<Pick<Options, 'header' | 'onProgress'>> & {
  file: string;
  pictures: Awaited<ReturnType<typeof openPictures>>;
};

async function loadParts(trx: Trx, { file, header, pictures, onProgress }: Loading): Promise<void> {
  const tables = new Map((await listTables(trx)).map((table) => [table.name, table]));
  const sequences = new Set((await listSequences(trx)).map(({ name }) => name));
  assertSameTables(file, tables, header);
  const foreignKeys = await queries.beginLoading(trx, [...tables.values()]);
  const missing = new Map(
    header.tables.filter((table) => !isSecretTable(table)).map(({ name, rows }) => [name, rows]),
  );
  for await (const part of readParts(file, { onProgress })) {
    if ('table' in part) {
      const table = tables.get(part.table);
      if (!table) throw damaged(file);
      if (isSecretTable(table)) continue;
      const inserted = await queries.insertRows(trx, table, part.rows);
      missing.set(table.name, (missing.get(table.name) ?? 0) - inserted);
      if (table.name === 'skills') await queries.adaptToSkills(trx);
    } else if ('sequence' in part) {
      if (!sequences.has(part.sequence)) throw damaged(file);
      await queries.setSequence(trx, { name: part.sequence, ...part });
    } else if ('file' in part) {
      await pictures.put(part.file, part.bytes);
    }
  }
  if ([...missing.values()].some((rows) => rows !== 0)) throw damaged(file);
  await queries.endLoading(trx, [...tables.values()], foreignKeys);
}

/** The names come from the file, so only those that exist are used in statements. */
function assertSameTables(
  file: string,
  tables: Map<string, BackupTable>,
  header: BackupHeader,
): void {
  const describe = (table: { name: string; columns: string[] }) =>
    `${table.name} ${table.columns.join()}`;
  const here = [...tables.values()].map(({ name, columns }) =>
    describe({ name, columns: columns.map((column) => column.name) }),
  );
  const there = header.tables.map(describe);
  if (here.toSorted().join() !== there.toSorted().join()) {
    throw new StartupError(
      `${file} has other tables than this site had after ${header.migrations.at(-1)?.name}.`,
    );
  }
}

/** Remembers which pictures were not there before, so that a failed restore removes them again. */
async function openPictures(media: MediaStore) {
  const known = new Set(await media.list());
  const added = new Set<string>();
  return {
    async put(name: string, bytes: Buffer): Promise<void> {
      if (known.has(name)) return;
      added.add(name);
      await media.put(name, bytes);
    },
    async removeAdded(): Promise<void> {
      for (const name of added) await media.remove(name).catch(() => {});
    },
  };
}

function explainFailure(file: string, error: unknown): unknown {
  const code = codeOf(error);
  const reason = reasons[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? messageOf(error) : undefined);
  if (reason === undefined) return error;
  return new StartupError(`${file} was not restored, and nothing was changed: ${reason}.`, {
    cause: error,
  });
}

const reasons: Record<string, string> = {
  '53100': 'the disk of the database is full',
  '55P03': 'something else uses the database, so stop the site first',
  '42501': 'the database user is not the owner of the database',
  'media/not-stored': 'the disk for pictures is full or cannot be written to',
};
