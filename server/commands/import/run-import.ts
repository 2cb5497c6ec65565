import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';

import type { CommandOption } from '../command.ts';
import type { Terminal } from '../terminal.ts';

export const dryRun: CommandOption = {
  type: 'boolean',
  about: 'report what would happen, and change nothing',
};

/** One transaction: either everything is imported or nothing. A dry run does the same and rolls it back. */
export async function runImport<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  { isDryRun }: { isDryRun: boolean },
): Promise<T> {
  const rollBack = new Error('This was a dry run.');
  let result: { value: T } | undefined;
  try {
    await transaction(db, async (trx) => {
      result = { value: await work(trx) };
      if (isDryRun) throw rollBack;
    });
  } catch (error) {
    if (error !== rollBack) throw error;
  }
  // Set, because the transaction would have failed otherwise.
  return result!.value;
}

export type Skipped = { at: string; reason: string };

/** For an account whose old password cannot be checked here. */
export function withoutPassword(problem: string): string {
  return `${problem}: imported without a password`;
}

const maxReported = 1000;

export function printSkipped(terminal: Terminal, skipped: readonly Skipped[]): void {
  for (const { at, reason } of skipped.slice(0, maxReported)) {
    terminal.printError(`${at}: ${reason}`);
  }
  const rest = skipped.length - maxReported;
  if (rest > 0) terminal.printError(`… and ${rest.toLocaleString('en')} more`);
}

/** No email is sent to all of them: a link works for an hour, and most would read it later. */
export function explainWaiting({ config }: Pick<Deps, 'config'>, count: number): string {
  const how = config.canSendMail
    ? `Their players get a link by email at ${config.siteUrl}/reset.`
    : 'Set SMTP_URL so that their players can request a link, or print one with `reset-password NAME`.';
  return `Accounts without a password: ${count.toLocaleString('en')}. ${how}`;
}
