import type { Feature } from '#server/feature.ts';

import { registerDevRoutes } from './dev.routes.ts';

export const dev: Feature = {
  name: 'dev',
  routes: registerDevRoutes,
};
