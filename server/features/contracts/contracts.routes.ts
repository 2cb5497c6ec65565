import type { FeatureContext } from '#server/feature.ts';
import { actorOf } from '#server/lib/audit.ts';
import { requireAccess } from '#server/plugins/session.ts';
import {
  contractExportPath,
  createContract,
  deleteContract,
  enableContract,
  importContracts,
  listContracts,
  updateContract,
} from '#shared/contracts.ts';

import * as contracts from './contracts.service.ts';

export function registerContractRoutes({ app, on, deps }: FeatureContext): void {
  on(listContracts, () => contracts.listContracts(deps));

  on(createContract, ({ account, request, body }) =>
    contracts.createContract(deps, actorOf(account, request), body),
  );

  on(updateContract, ({ account, request, params, body: { version, ...draft } }) =>
    contracts.updateContract(deps, actorOf(account, request), {
      id: params.id,
      draft,
      version,
    }),
  );

  on(enableContract, ({ account, request, params, body }) =>
    contracts.updateContract(deps, actorOf(account, request), {
      id: params.id,
      draft: body,
    }),
  );

  on(deleteContract, ({ account, request, params }) =>
    contracts.deleteContract(deps, actorOf(account, request), params.id),
  );

  on(importContracts, ({ account, request, body }) =>
    contracts.importContracts(deps, actorOf(account, request), body),
  );

  app.get(contractExportPath, { schema: { hide: true } }, async (request, reply) => {
    await requireAccess(request, 'admin');
    reply.header('cache-control', 'no-store');
    reply.header('content-disposition', 'attachment; filename="contracts.json"');
    return reply
      .type('application/json; charset=utf-8')
      .send(await contracts.exportContracts(deps));
  });
}
