import type { Feature } from '#server/feature.ts';

import { registerLauncherRoutes } from './launcher.routes.ts';
import { registerPreviewRoutes } from './preview.routes.ts';
import { registerSiteSettingsRoutes } from './site-settings.routes.ts';
import { describeSitePages } from './site.pages.ts';
import { registerSiteRoutes } from './site.routes.ts';
import { siteSettings } from './site.settings.ts';

export const site: Feature = {
  name: 'site',
  async routes(context) {
    registerSiteSettingsRoutes(context);
    await registerLauncherRoutes(context);
    registerSiteRoutes(context);
    registerPreviewRoutes(context);
  },
  siteSettings: siteSettings,
  pages: describeSitePages,
};
