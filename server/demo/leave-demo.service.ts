import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { demoAccounts } from '#server/features/accounts/accounts.demo.ts';
import { toEmailKey } from '#server/features/identity/email-key.ts';
import { commandLine, recordAudit } from '#server/lib/data/audit.ts';
import { outboxFolder } from '#server/lib/mail/mail-outbox.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import * as queries from './leave-demo.db.ts';

/** The demo's passwords are public, so a database with demo accounts must not be used in production. */
export async function assertNoDemoContent({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (!(await queries.hasDemoPlayers(db))) return;
  throw new StartupError(
    'This database holds the demo accounts, whose passwords are public. Remove them with `npm run admin -- leave-demo`, or use another DATA_DIR or DATABASE_URL.',
  );
}

/** Removes all content and the demo accounts. Returns how many registered accounts stay, without rights and coins. */
export async function leaveDemo({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<number> {
  if (!(await queries.hasDemoPlayers(db)))
    throw new StartupError('This database has no demo content.');
  const kept = await transaction(db, async (trx) => {
    await queries.emptyContentTables(trx);
    await queries.deleteDemoAccounts(
      trx,
      demoAccounts.map(({ email }) => toEmailKey(email)),
    );
    const count = await queries.resetRights(trx);
    await recordAudit(trx, { actor: commandLine, action: 'site/demo-left', subject: 'site' });
    return count;
  });
  // Only after the commit, because a rollback would bring back the rows that use these files.
  const folders = [outboxFolder(config), join(config.dataDir, 'demo-game')];
  if (config.media.kind === 'folder') folders.push(config.media.folder);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  return kept;
}
