import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';

import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openDeps } from '#server/open-deps.ts';
import { fillDataDir } from '#server/testing/embedded-folder.ts';
import { runProcess } from '#server/testing/run-process.ts';
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts';
import { testConfig } from '#server/testing/test-app.ts';
import { engine, openTestDatabase } from '#server/testing/test-database.ts';

import { runCommandLine } from '../run-command-line.ts';

/** The settings of a site without content, which is stopped. */
export async function createSite(): Promise<Config> {
  const dataDir = await createTemporaryFolder();
  if (engine === 'embedded') {
    await fillDataDir(dataDir);
    return testConfig({ DATA_DIR: dataDir });
  }
  const database = await openTestDatabase();
  await database.db.destroy();
  onTestFinished(() => database.close());
  return testConfig({ DATA_DIR: dataDir, DATABASE_URL: database.databaseUrl ?? '' });
}

/** On the embedded engine, opening the database is what takes most of the time. */
export async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>) {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export async function addPlayer({ db }: Pick<Database, 'db'>, name: string): Promise<void> {
  const key = name.toLowerCase();
  await sql`
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id)
    values (${name}, ${key}, ${`${key}@x.test`}, ${`${key}@x.test`}, 'embedded', ${key})`.execute(
    db,
  );
}

/** Runs a command that opens the site itself, without a person at the terminal. */
export async function run(config: Config, ...args: string[]) {
  const output: string[] = [];
  const progress: string[] = [];
  const code = await runCommandLine(args, {
    terminal: {
      isInteractive: false,
      print: (line) => void output.push(line),
      printError: (line) => void output.push(line),
      showProgress: (line) => void progress.push(line),
      ask: async () => '',
      askHidden: async () => '',
      readAll: async () => '',
    },
    loadConfig: () => config,
    openDeps: () => openDeps(config, { mustExist: true }),
  });
  return { code, output, progress };
}

/** After all rows were written to the file, or to the transaction. */
export async function killInTheMiddle(config: Config, task: string, file: string): Promise<void> {
  const user = runProcess('server/testing/backup-user.ts', [
    task,
    file,
    config.dataDir,
    config.databaseUrl ?? '',
  ]);
  expect(await user.readLine()).toBe('ready');
  await user.kill();
}
