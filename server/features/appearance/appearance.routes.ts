import type { FeatureContext } from '#server/feature.ts';
import * as endpoints from '#shared/endpoints/appearance.ts';

import * as appearance from './appearance.service.ts';
import { previewAppearance } from './brand.service.ts';

export function registerAppearanceRoutes({ on, deps }: FeatureContext): void {
  on(endpoints.getAppearance, () => appearance.getAppearance(deps));

  on(endpoints.publishAppearance, ({ actor, body }) =>
    appearance.publishAppearance(deps, actor, body),
  );

  on(endpoints.previewAppearance, ({ body }) => previewAppearance(deps, body));

  on(endpoints.listAppearanceVersions, ({ query }) => appearance.listVersions(deps, query.page));

  on(endpoints.restoreAppearance, ({ actor, params }) =>
    appearance.restoreAppearance(deps, actor, params.id),
  );
}
