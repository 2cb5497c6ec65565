import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/supporters.ts';

import * as supporters from './supporters.service.ts';

export function registerSupporterRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.getOwnSupporter, ({ account }) => supporters.getOwnSupporter(deps, account.id));

  on(endpoints.updateOwnSupporter, ({ account, body }) =>
    supporters.updateOwnSupporter(deps, account.id, body.isNamed),
  );

  on(endpoints.getManagedSupporters, () => supporters.getManagedSupporters(deps));

  on(endpoints.updateSupporters, ({ actor, body }) =>
    supporters.updateSupporters(deps, actor, body),
  );
}
