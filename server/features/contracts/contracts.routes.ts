import type { FeatureContext } from '#server/feature.ts';
import { answerWithFile } from '#server/plugins/download.ts';
import * as endpoints from '#shared/endpoints/contracts.ts';

import * as contracts from './contracts.service.ts';

export function registerContractRoutes({ on, deps }: FeatureContext): void {
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

  on(endpoints.exportContracts, async ({ reply }) => {
    const text = await contracts.exportContracts(deps);
    // Already JSON, written for people to read.
    return (await answerWithFile(
      reply,
      'contracts.json',
      text,
    )) as unknown as endpoints.ContractFile;
  });
}
