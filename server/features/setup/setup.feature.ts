import type { Feature } from '#server/feature.ts';

import { describeSetupPages } from './setup.pages.ts';
import { registerSetupRoutes } from './setup.routes.ts';

export const setup: Feature = {
  name: 'setup',
  routes: registerSetupRoutes,
  pages: describeSetupPages,
};
