import type { FeatureContext } from '#server/feature.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import * as search from '#shared/endpoints/admin-search.ts';
import * as audit from '#shared/endpoints/audit.ts';
import * as dashboard from '#shared/endpoints/dashboard.ts';

import { listAuditActions } from './audit.db.ts';
import { listAudit, streamAuditCsv } from './audit.service.ts';
import { getCharts, getOverview } from './dashboard.service.ts';
import { dismissRestoreReport } from './restore-report.service.ts';
import { searchAdmin } from './search.service.ts';

export function registerAdminRoutes({ on, deps }: FeatureContext): void {
  on(search.searchAdmin, async ({ query, account }) => ({
    results: await searchAdmin(deps, account, query.q),
  }));

  on(dashboard.getOverview, ({ account }) => getOverview(deps, account));

  on(dashboard.getCharts, ({ query, account }) => getCharts(deps, account, Number(query.days)));

  on(dashboard.dismissRestoreReport, ({ actor }) => dismissRestoreReport(deps, actor));

  on(audit.listAudit, ({ query: { before, ...filter } }) => listAudit(deps, filter, before));

  on(audit.listAuditActions, () => listAuditActions(deps.db));

  on(audit.downloadAudit, ({ query, reply }) =>
    answerWithFile(reply, 'audit.csv', streamAuditCsv(deps, query)),
  );
}
