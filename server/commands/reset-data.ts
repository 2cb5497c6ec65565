import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';

import type { Config } from '#server/config.ts';
import { lockDataDir } from '#server/db/data-dir-lock.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import type { Terminal } from './terminal.ts';

/** The site creates these in its data folder; everything else there is kept. */
const ownNames = ['db', 'media', 'outbox', 'demo-game', 'demo-game-token'];

type Settings = Pick<Config, 'isProduction' | 'databaseUrl' | 'dataDir'>;

/** Empties the data folder, so that the next start creates a new database with fresh demo content. */
export async function resetData(
  { isProduction, databaseUrl, dataDir }: Settings,
  terminal: Terminal,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<void> {
  if (isProduction) throw new StartupError('Refused: this is production (NODE_ENV).');
  if (databaseUrl) {
    throw new StartupError('Refused: DATABASE_URL is set, and this resets the embedded database.');
  }
  const found = ownNames.filter((name) => existsSync(path.join(dataDir, name)));
  if (found.length === 0) return terminal.print(`There is nothing to remove in ${dataDir}.`);
  const what = `${found.join(', ')} in ${dataDir}`;
  if (!isConfirmed) await confirm(terminal, what);
  const lock = await lockDataDir(dataDir, (message) => terminal.print(message));
  try {
    for (const name of found) {
      await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 3 });
    }
  } finally {
    await lock.release();
  }
  terminal.print(`Removed ${what}.`);
}

async function confirm(terminal: Terminal, what: string): Promise<void> {
  if (!terminal.isInteractive)
    throw new StartupError(`Not an interactive terminal: add --yes to remove ${what}.`);
  const answer = await terminal.ask(`Remove ${what}? Type yes: `);
  if (answer.trim().toLowerCase() !== 'yes')
    throw new StartupError('Stopped. Nothing was removed.');
}
