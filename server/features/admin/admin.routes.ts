import type { FeatureContext } from '#server/feature.ts';
import { registerCsv } from '#server/plugins/download.ts';
import * as search from '#shared/admin-search.ts';
import * as audit from '#shared/audit.ts';
import * as dashboard from '#shared/dashboard.ts';

import { listAuditActions } from './audit.db.ts';
import { listAudit, streamAuditCsv } from './audit.service.ts';
import { getCharts, getOverview } from './dashboard.service.ts';
import { searchAdmin } from './search.service.ts';

export function registerAdminRoutes({ app, on, deps }: FeatureContext): void {
  on(search.searchAdmin, async ({ query }) => ({
    results: await searchAdmin(deps, query.q),
  }));

  on(dashboard.getOverview, () => getOverview(deps));

  on(dashboard.getCharts, ({ query }) => getCharts(deps, Number(query.days)));

  on(audit.listAudit, ({ query: { before, ...filter } }) => listAudit(deps, filter, before));

  on(audit.listAuditActions, () => listAuditActions(deps.db));

  registerCsv(app, {
    path: audit.auditCsvPath,
    fileName: 'audit.csv',
    filter: audit.AuditFilter,
    stream: (filter) => streamAuditCsv(deps, filter),
  });
}
