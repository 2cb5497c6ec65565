import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/codes.ts';

import * as codes from './codes.service.ts';

export function registerCodeRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.redeemCode, ({ account, body }) => codes.redeemCode(deps, account, body.code));

  on(endpoints.listCodeBatches, ({ query }) => codes.listCodeBatches(deps, query.page));

  on(endpoints.createCodes, ({ actor, body }) => codes.createCodes(deps, actor, body));

  on(endpoints.setCodesOn, ({ actor, params, body }) =>
    codes.setCodesOn(deps, actor, { id: params.id, ...body }),
  );

  on(endpoints.listCodeUses, ({ query }) => codes.listCodeUses(deps, query.page));
}
