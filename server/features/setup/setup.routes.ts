import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/setup.ts';

import { assertSetupCode, createFirstAdmin } from './setup-link.service.ts';
import * as setup from './setup.service.ts';

export function registerSetupRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.checkSetupCode, ({ body }) => assertSetupCode(deps.db, body.code));

  on(endpoints.createFirstAdmin, ({ body, request }) => createFirstAdmin(deps, body, request.ip));

  on(endpoints.getSetup, ({ account }) => setup.getSetup(deps, account.email));

  on(endpoints.markSetupStep, ({ account, actor, params, body }) =>
    setup.markSetupStep(deps, { actor, email: account.email }, { ...params, ...body }),
  );

  on(endpoints.hideSetup, ({ account, actor, body }) =>
    setup.hideSetup(deps, { actor, email: account.email }, body.isHidden),
  );

  on(endpoints.sendTestMail, ({ account, actor }) =>
    setup.sendTestMail(deps, { actor, email: account.email }),
  );

  on(endpoints.checkPayments, () => setup.checkPayments(deps));
}
