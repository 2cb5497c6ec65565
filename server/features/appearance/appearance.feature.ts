import type { Feature } from '#server/feature.ts';

import { appearancePersonalData } from './appearance.personal-data.ts';
import { registerAppearanceRoutes } from './appearance.routes.ts';
import { registerBrandFiles } from './brand-files.routes.ts';

export const appearance: Feature = {
  name: 'appearance',
  personalData: appearancePersonalData,
  routes(context) {
    registerAppearanceRoutes(context);
    registerBrandFiles(context);
  },
};
