import type { Feature } from '#server/feature.ts';

import { registerAppearanceRoutes } from './appearance.routes.ts';
import { registerBrandFiles } from './brand-files.routes.ts';

export const appearance: Feature = {
  name: 'appearance',
  routes(context) {
    registerAppearanceRoutes(context);
    registerBrandFiles(context);
  },
};
