import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { openCopyOfRunningSite } from '#server/db/embedded-copy.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { makeBackup } from '#server/features/backups/make-backup.service.ts';
import { createMediaStore } from '#server/lib/files/create-media-store.ts';
import { describeSize } from '#shared/rules/sizes.ts';

import type { Command } from './command.ts';
import { drawBar } from './progress.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Write everything that the site stores to one file.',
  operands: ['FILE'],
  notes: [
    'It can run while the site is open. The file holds the database and the uploaded pictures and',
    'launchers, and is checked after writing. It contains email addresses and password hashes: only',
    'its owner can read it, so keep it as safe as the site. Not in it: sessions, signing keys, codes, and',
    'settings such as SECRETS_KEY, with which the file is signed.',
  ],
  async run({ operands: [file = ''] }, { terminal, loadConfig }) {
    const config = loadConfig();
    const database = await openForReading(config);
    try {
      const media = createMediaStore(config);
      const { rows, files, bytes } = await makeBackup(
        { db: database.db, media, config },
        file,
        (share, what) => terminal.showProgress?.(`${drawBar(share)} ${what}`),
      );
      terminal.print(
        `${file}: ${rows.toLocaleString('en')} rows and ${files.toLocaleString('en')} files, ${describeSize(bytes)}.`,
      );
    } finally {
      await database.close();
    }
  },
};

/** Also of another version: a backup has the tables that are there. */
async function openForReading(config: Config): Promise<Database> {
  const running = config.databaseUrl ? undefined : await openCopyOfRunningSite(config.dataDir);
  return running ?? openDatabase({ ...config, mustExist: true });
}
