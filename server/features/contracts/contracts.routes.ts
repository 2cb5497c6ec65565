import type { FeatureContext } from '#server/feature.ts';
import { requireAccess } from '#server/plugins/session.ts';
import * as endpoints from '#shared/contracts.ts';

import * as contracts from './contracts.service.ts';

export function registerContractRoutes({ app, on, deps }: FeatureContext): void {
  on(endpoints.listContracts, () => contracts.listContracts(deps));

  on(endpoints.createContract, ({ actor, body }) => contracts.createContract(deps, actor, body));

  on(endpoints.updateContract, ({ actor, params, body: { version, ...draft } }) =>
    contracts.updateContract(deps, actor, { id: params.id, draft, version }),
  );

  on(endpoints.enableContract, ({ actor, params, body }) =>
    contracts.updateContract(deps, actor, { id: params.id, draft: body }),
  );

  on(endpoints.deleteContract, ({ actor, params }) =>
    contracts.deleteContract(deps, actor, params.id),
  );

  on(endpoints.importContracts, ({ actor, body }) => contracts.importContracts(deps, actor, body));

  app.get(endpoints.contractExportPath, { schema: { hide: true } }, async (request, reply) => {
    await requireAccess(request, 'admin');
    reply.header('cache-control', 'no-store');
    reply.header('content-disposition', 'attachment; filename="contracts.json"');
    return reply
      .type('application/json; charset=utf-8')
      .send(await contracts.exportContracts(deps));
  });
}
