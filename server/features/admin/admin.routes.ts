import { Readable } from 'node:stream';

import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import type { FeatureContext } from '#server/feature.ts';
import type { On } from '#server/plugins/route.ts';
import { requireAccess } from '#server/plugins/session.ts';
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

  registerAuditRoutes(app, on, deps);
}

function registerAuditRoutes(app: FastifyInstance, on: On, deps: Deps): void {
  on(audit.listAudit, ({ query: { before, ...filter } }) => listAudit(deps, filter, before));

  on(audit.listAuditActions, () => listAuditActions(deps.db));

  const schema = { hide: true, querystring: audit.AuditFilter };
  app.get(audit.auditCsvPath, { schema }, async (request, reply) => {
    await requireAccess(request, 'admin');
    reply.header('cache-control', 'no-store');
    reply.header('content-disposition', 'attachment; filename="audit.csv"');
    const filter = request.query as z.output<typeof audit.AuditFilter>;
    return reply.type('text/csv; charset=utf-8').send(Readable.from(streamAuditCsv(deps, filter)));
  });
}
