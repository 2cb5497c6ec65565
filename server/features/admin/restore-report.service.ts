import * as z from 'zod/mini';

import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { RestoreReport } from '#shared/endpoints/dashboard.ts';

import { findAuditEntries } from './audit.db.ts';

const dismissal = 'backups/restore-dismissed';

/** Reports the last restore, read from the audit log. Undefined once an admin has dismissed it. */
export async function findRestoreReport(db: Db): Promise<RestoreReport | undefined> {
  const restored = await findNewest(db, 'backups/restored');
  if (!restored) return undefined;
  const dismissed = await findNewest(db, dismissal);
  if (dismissed && dismissed.id > restored.id) return undefined;
  const { at, subject: backup, after } = restored;
  // Entries of older versions say less and are not shown.
  return z.safeParse(RestoreReport, { ...Object(after), at: at.toISOString(), backup }).data;
}

async function findNewest(db: Db, action: string) {
  const [entry] = await findAuditEntries(db, { action }, { before: undefined, size: 1 });
  return entry;
}

/** Does nothing if it is already dismissed. */
export async function dismissRestoreReport(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
): Promise<void> {
  await change(deps, actor, 'admin', async (trx, audit) => {
    const report = await findRestoreReport(trx);
    if (report) audit(dismissal, report.backup);
  });
}
