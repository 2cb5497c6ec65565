import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { findKeptDeletions } from '#server/features/backups/kept-deletions.service.ts';
import { makeBackup } from '#server/features/backups/make-backup.service.ts';
import { checkBackup } from '#server/features/backups/read-backup.ts';
import {
  assertRestorable,
  countServers,
  hasSite,
  listAdmins,
  nothingApplied,
  restoreBackup,
} from '#server/features/backups/restore.service.ts';
import { createMediaStore } from '#server/lib/files/create-media-store.ts';
import type { MediaStore } from '#server/lib/files/media-store.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import type { Command, CommandDeps } from './command.ts';
import { drawBar } from './progress.ts';
import { verifyLedger } from './verify-ledger.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Replace everything that the site stores by a backup.',
  operands: ['FILE'],
  options: {
    replace: {
      type: 'boolean',
      about: 'also if the site already has accounts; it is backed up first',
    },
  },
  notes: [
    'Stop the site first. The backup may be of an older version and of the other database engine: this is',
    'how a site moves from the embedded database to PostgreSQL and back. The file is checked before anything',
    'changes; if the restore fails or is interrupted, the site is as before. At the end the ledger is checked.',
  ],
  async run({ operands: [file = ''], options }, deps) {
    const { terminal, loadConfig } = deps;
    const config = loadConfig();
    const show = (share: number, what: string) =>
      terminal.showProgress?.(`${drawBar(share)} ${what}`);
    const header = await checkBackup(file, {
      onProgress: (share) => show(share, 'checking'),
      secretsKey: config.secretsKey,
    });
    assertRestorable(file, header);
    let admins: string[] = [];
    let applied = nothingApplied;
    const database = await openDatabase(config);
    try {
      await assertStopped(database);
      const target = { db: database.db, media: createMediaStore(config), config };
      await target.media.check?.();
      if (await hasSite(database.db)) {
        await keepBackup(target, { config, deps, mayReplace: options.replace === true });
      }
      const kept = await findKeptDeletions(config, file);
      const since = kept && kept.madeAt > header.madeAt ? kept : undefined;
      applied = await restoreBackup(target, file, {
        header,
        deletions: since,
        onProgress: (share) => show(share, 'restoring'),
      });
      admins = await listAdmins(database.db);
    } finally {
      await database.close();
    }
    const rows = header.tables.reduce((sum, table) => sum + table.rows, 0);
    terminal.print(
      `${file} of ${header.madeAt} is restored: ${rows.toLocaleString('en')} rows and ${header.files.toLocaleString('en')} files.`,
    );
    terminal.print(`Admins: ${admins.join(', ') || 'none'}. Everybody must sign in again.`);
    terminal.print(
      `Deletions since the backup: ${applied.leaving} asked for, ${applied.erased} carried out, ${applied.staying} withdrawn. All of them apply again.`,
    );
    terminal.print(
      `Names since the backup: ${applied.renamed} players were renamed and are again, ${applied.reserved} names of new players are reserved.`,
    );
    for (const { from, to } of applied.notRenamed) {
      terminal.print(
        `${from} was renamed to ${to} since the backup and is not again: another player has that name.`,
      );
    }
    if (!header.isSigned) terminal.print(describeUnsigned(config));
    await verifyLedger.run({ operands: [], options: {} }, deps);
  },
};

function describeUnsigned({ secretsKey }: Config): string {
  return secretsKey
    ? 'The file is not signed with the SECRETS_KEY of this site: an older version or another site made it, or it was changed. Check the admins.'
    : 'Whether the file was changed cannot be checked without SECRETS_KEY.';
}

/** Connections that were closed a moment ago may still be listed. */
async function assertStopped({ engine, db }: Database): Promise<void> {
  if (engine === 'embedded') return;
  for (let attempt = 1; (await countServers(db)) > 0; attempt += 1) {
    if (attempt === 10) {
      throw new StartupError(
        'The site is running: another process is connected to its database. Stop all replicas first.',
      );
    }
    await wait(200);
  }
}

type Keeping = { config: Config; deps: CommandDeps; mayReplace: boolean };

async function keepBackup(
  target: { db: Database['db']; media: MediaStore; config: Config },
  { config, deps: { terminal }, mayReplace }: Keeping,
): Promise<void> {
  if (!mayReplace) {
    throw new StartupError(
      'This site already has accounts. Add --replace to replace everything in it; it is backed up first.',
    );
  }
  const folder = path.join(config.dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const kept = path.join(folder, `before-restore-${time}.wynhold`);
  await makeBackup(target, kept, (share, what) =>
    terminal.showProgress?.(`${drawBar(share)} ${what} of the old site kept`),
  );
  terminal.print(`The site as it was is kept in ${kept}.`);
}
