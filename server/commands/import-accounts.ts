import path from 'node:path';

import type { Deps } from '#server/deps.ts';
import { importAccounts } from '#server/features/accounts/import-accounts.service.ts';
import type { AccountToImport } from '#server/features/accounts/import-accounts.service.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { toStoredHash } from '#server/lib/passwords/imported-hash.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import type { Command } from './command.ts';
import { readAccountFile } from './import/read-account-file.ts';
import type { AccountLine } from './import/read-account-file.ts';
import {
  dryRun,
  explainWaiting,
  printSkipped,
  runImport,
  withoutPassword,
} from './import/run-import.ts';
import type { Skipped } from './import/run-import.ts';
import { drawBar } from './progress.ts';

export const importAccountsOf: Command = {
  name: 'import accounts',
  summary: 'Import accounts from a game or another site, with their password hashes.',
  operands: ['FILE'],
  options: { 'dry-run': dryRun },
  notes: [
    'CSV with the header `name,email,hash`, or JSON: a list of objects with these keys, or one per line.',
    'Known hashes: bcrypt, argon2, PBKDF2, and SHA-256 and SHA-512 with a salt; docs/moving-in.md shows',
    'each. Players sign in with their old password. Without a hash, or with another one, a player chooses a',
    'password with “Forgot password”. Accounts that cannot be imported are reported with the reason and skipped.',
    'Everything is imported in one transaction, and it can be repeated.',
  ],
  async run({ operands: [file = ''], options }, { terminal, withDeps }) {
    const lines = await readAccountFile(file);
    const { accounts, notes } = readHashes(lines);
    const isDryRun = options['dry-run'] === true;
    await withDeps(async (deps) => {
      assertOwnPasswords(deps);
      const onProgress = (share: number) =>
        terminal.showProgress?.(`${drawBar(share)} accounts imported`);
      const context = { actor: commandLine, source: path.basename(file), onProgress };
      const result = await runImport(
        deps.db,
        (trx) => importAccounts(deps, trx, accounts, context),
        { isDryRun },
      );
      const skipped = new Set(result.skipped.map(({ at }) => at));
      printSkipped(terminal, [...result.skipped, ...notes.filter(({ at }) => !skipped.has(at))]);
      const counts = [result.imported, result.known, result.skipped].map(({ length }) =>
        length.toLocaleString('en'),
      );
      terminal.print(
        `${counts[0]} ${isDryRun ? 'would be imported' : 'imported'}, ${counts[1]} already here, ${counts[2]} skipped.`,
      );
      const waiting = result.imported.filter(({ hasPassword }) => !hasPassword).length;
      if (waiting > 0) terminal.print(explainWaiting(deps, waiting));
    });
  },
};

function readHashes(lines: readonly AccountLine[]) {
  const notes: Skipped[] = [];
  const accounts = lines.map(({ at, name, email, hash }): AccountToImport => {
    const reading = hash === null ? { stored: null } : toStoredHash(hash);
    if ('problem' in reading) notes.push({ at, reason: withoutPassword(reading.problem) });
    const storedHash = 'problem' in reading ? null : reading.stored;
    return { at, username: name, email, storedHash };
  });
  return { accounts, notes };
}

function assertOwnPasswords({ identity }: Deps): void {
  if (identity.name === 'embedded') return;
  throw new StartupError(
    'Firebase stores the passwords of this site: import the accounts there with `firebase auth:import`. Their players choose a name here when they first log in.',
  );
}
