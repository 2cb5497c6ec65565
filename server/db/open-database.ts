import type { Database, DatabaseOptions } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const onWarning = options.onWarning ?? warnOnProcess;
  return options.databaseUrl
    ? openPostgres({ ...options, databaseUrl: options.databaseUrl, onWarning })
    : openEmbedded(options.dataDir, onWarning, options);
}

function warnOnProcess(message: string, error?: unknown): void {
  process.emitWarning(error instanceof Error ? `${message} ${error.message}` : message);
}
