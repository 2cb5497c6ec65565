import { Readable } from 'node:stream';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';

import type { Deps } from '#server/deps.ts';
import { changeCommunityManager } from '#server/features/accounts/change-account.service.ts';
import type { SessionAccount } from '#server/features/accounts/sessions.service.ts';
import { resendDelivery } from '#server/features/bridge/deliveries.service.ts';
import { actorOf } from '#server/lib/audit.ts';
import type { On } from '#server/lib/route.ts';
import { requireAccess } from '#server/plugins/session.ts';
import * as contracts from '#shared/admin.ts';

import { findAuditActions } from './audit.db.ts';
import { listEntries, streamCsv } from './audit.service.ts';
import { getCharts, getOverview } from './dashboard.service.ts';
import * as manage from './manage.service.ts';
import { searchEverything } from './search.service.ts';
import { listUsers } from './users.service.ts';

export function registerAdminRoutes(app: FastifyInstance, on: On, deps: Deps): void {
  on(contracts.searchAdmin, async ({ query }) => ({
    results: await searchEverything(deps, query.q),
  }));

  on(contracts.getOverview, () => getOverview(deps));

  on(contracts.getCharts, ({ query }) => getCharts(deps, Number(query.days)));

  on(contracts.listUsers, ({ query }) => listUsers(deps, query));

  registerManageRoutes(on, deps);
  registerAuditRoutes(app, on, deps);
}

function registerManageRoutes(on: On, deps: Deps): void {
  on(contracts.getManagedUser, ({ params, account }) =>
    manage.getManaged(deps, params.username, account.id),
  );

  on(contracts.listPlayerPurchases, ({ params, query }) =>
    manage.listPurchasesOf(deps, params.username, toNumber(query.before)),
  );

  on(contracts.listPlayerOrders, ({ params, query }) =>
    manage.listOrdersOf(deps, params.username, toNumber(query.page) ?? 1),
  );

  on(contracts.resendDelivery, ({ params, account, request }) =>
    resendDelivery(deps, actorOf(account, request), params.id),
  );

  on(contracts.adjustBalance, ({ body: { version, ...adjustment }, ...call }) =>
    manage.adjustBalance(deps, intentOf(call, version), adjustment),
  );

  on(contracts.listPlayerVotes, ({ params }) => manage.listVotesOf(deps, params.username));

  on(contracts.changeRights, ({ body, ...call }) =>
    manage.changeRights(deps, intentOf(call, body.version), body.rights),
  );

  on(contracts.changeCommunityManager, ({ body, ...call }) =>
    changeCommunityManager(deps, intentOf(call, body.version), body.communityManager),
  );

  on(contracts.sanctionPlayer, ({ body, ...call }) =>
    manage.sanctionPlayer(deps, intentOf(call, body.version), {
      kind: call.params.kind,
      reason: body.reason,
      expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
    }),
  );

  on(contracts.pardonPlayer, ({ query, ...call }) =>
    manage.pardonPlayer(deps, intentOf(call, query.version), call.params.kind),
  );

  on(contracts.noteInfraction, ({ body, ...call }) =>
    manage.noteInfraction(deps, intentOf(call, body.version), body.note),
  );

  on(contracts.removeInfraction, ({ query, ...call }) =>
    manage.takeBackInfraction(deps, intentOf(call, query.version), Number(call.params.id)),
  );

  on(contracts.kickPlayer, ({ body, ...call }) =>
    manage.kickPlayer(deps, intentOf(call, body.version)),
  );

  on(contracts.teleportPlayer, ({ body: { version, ...place }, ...call }) =>
    manage.teleportPlayer(deps, intentOf(call, version), place),
  );

  on(contracts.endPlayerSession, ({ query, ...call }) =>
    manage.endSessionOf(deps, intentOf(call, query.version), call.params.id),
  );

  on(contracts.endPlayerSessions, ({ query, ...call }) =>
    manage.endAllSessionsOf(deps, intentOf(call, query.version)),
  );
}

function registerAuditRoutes(app: FastifyInstance, on: On, deps: Deps): void {
  on(contracts.listAudit, ({ query: { before, ...filter } }) =>
    listEntries(deps, filter, toNumber(before)),
  );

  on(contracts.listAuditActions, () => findAuditActions(deps.db));

  const schema = { hide: true, querystring: contracts.AuditFilter };
  app.get(contracts.auditCsvPath, { schema }, async (request, reply) => {
    await requireAccess(request, 'admin');
    reply.header('cache-control', 'no-store');
    reply.header('content-disposition', 'attachment; filename="audit.csv"');
    const filter = request.query as z.output<typeof contracts.AuditFilter>;
    return reply.type('text/csv; charset=utf-8').send(Readable.from(streamCsv(deps, filter)));
  });
}

type Call = { params: { username: string }; account: SessionAccount; request: FastifyRequest };

function intentOf({ params, account, request }: Call, version: number) {
  return { username: params.username, actor: actorOf(account, request), version };
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
