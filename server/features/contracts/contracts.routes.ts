import type { FeatureContext } from '#server/feature.ts';
import { requireAdmin, sendDownload } from '#server/plugins/download.ts';
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

  const options = { schema: { hide: true }, onRequest: requireAdmin };
  app.get(endpoints.contractExportPath, options, async (_request, reply) =>
    sendDownload(reply, 'contracts.json', await contracts.exportContracts(deps)),
  );
}
