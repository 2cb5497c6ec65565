import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { demoAccounts } from '#server/features/accounts/accounts.demo.ts';
import { toEmailKey } from '#server/features/identity/email-key.ts';
import { commandLine, recordAudit } from '#server/lib/audit.ts';
import { outboxFolder } from '#server/lib/mail-outbox.ts';
import { StartupError } from '#server/lib/startup-error.ts';

import {
  deleteAccountsOf,
  emptyContentTables,
  hasDemoPlayers,
  resetRights,
} from './leave-demo.db.ts';

/** The demo's passwords are published, so a database that ever was a demo is never opened to the public. */
export async function refuseDemoContent({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (!(await hasDemoPlayers(db))) return;
  throw new StartupError(
    'This database holds the demo accounts, whose passwords everybody knows. Remove them with `npm run admin -- leave-demo`, or use another DATA_DIR or DATABASE_URL.',
  );
}

/**
 * Removes the demo accounts and all content: posts, events, polls, items, coins, purchases, game servers.
 * Accounts that people registered stay, without rights and coins; so do the site's settings.
 */
export async function leaveDemo({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<number> {
  if (!(await hasDemoPlayers(db))) throw new StartupError('There is no demo content here.');
  const kept = await transaction(db, async (trx) => {
    await emptyContentTables(trx);
    await deleteAccountsOf(
      trx,
      demoAccounts.map(({ email }) => toEmailKey(email)),
    );
    const count = await resetRights(trx);
    await recordAudit(trx, { actor: commandLine, action: 'site/demo-left', subject: 'site' });
    return count;
  });
  // After the commit: until then these files belong to rows that may come back.
  const folders = [outboxFolder(config), join(config.dataDir, 'demo-game')];
  if (config.media.kind === 'folder') folders.push(config.media.folder);
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
  return kept;
}
