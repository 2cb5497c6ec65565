import type { Feature } from '#server/feature.ts';

import { registerSiteSettingsRoutes } from './site-settings.routes.ts';
import { describeSitePages } from './site.pages.ts';
import { registerSiteRoutes } from './site.routes.ts';
import { siteSettings } from './site.settings.ts';

export const site: Feature = {
  name: 'site',
  routes(context) {
    registerSiteSettingsRoutes(context);
    registerSiteRoutes(context);
  },
  siteSettings: siteSettings,
  pages: describeSitePages,
};
