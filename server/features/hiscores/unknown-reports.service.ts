import type { Deps } from '#server/deps.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type { UnknownReport } from '#shared/endpoints/hiscore-lists.ts';

import * as queries from './edit-lists.db.ts';

export async function listUnknownReports({
  db,
}: Pick<Deps, 'db'>): Promise<{ reports: UnknownReport[] }> {
  return { reports: (await queries.findUnknown(db)).map(withIsoDates) };
}

export async function dismissUnknownReport(
  deps: Pick<Deps, 'db' | 'live'>,
  actor: Actor,
  report: Pick<UnknownReport, 'kind' | 'key'>,
): Promise<void> {
  await change(deps, actor, 'admin', async (trx, audit) => {
    if (!(await queries.deleteUnknown(trx, report))) return;
    audit(`hiscores/unknown-${report.kind}-dismissed`, report.key);
  });
}
