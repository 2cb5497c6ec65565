import type { FeatureContext } from '#server/feature.ts';
import { getBrand } from '#server/features/appearance/brand.service.ts';
import * as endpoints from '#shared/endpoints/site-settings.ts';

import * as settings from './site-settings.service.ts';

export function registerSiteSettingsRoutes({
  on,
  deps,
  siteSettings,
  offSwitches,
}: FeatureContext): void {
  on(endpoints.getSiteState, async () => ({
    ...(await settings.getSiteState(deps)),
    brand: await getBrand(deps),
    labels: await deps.brand.readLabels(),
  }));
  on(endpoints.getSiteSettings, () => settings.getSiteSettings(deps, siteSettings));
  on(endpoints.updateSiteSettings, ({ actor, body }) =>
    settings.updateSiteSettings(deps, actor, { declared: siteSettings, changed: body }),
  );
  on(endpoints.listFeatureSwitches, () => settings.listFeatureSwitches(deps, offSwitches));
  on(endpoints.switchFeature, ({ actor, params, body }) =>
    settings.switchFeature(deps, actor, { ...params, ...body }),
  );
}
