import type { Feature } from '#server/feature.ts';

import { describeLauncherPages } from './launcher.pages.ts';
import { registerLauncherRoutes } from './launcher.routes.ts';

export const launcher: Feature = {
  name: 'launcher',
  routes: registerLauncherRoutes,
  pages: describeLauncherPages,
};
