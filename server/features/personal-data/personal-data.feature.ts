import type { Feature } from '#server/feature.ts';

import { registerPersonalDataRoutes } from './personal-data.routes.ts';

export const personalData: Feature = {
  name: 'personal-data',
  routes: registerPersonalDataRoutes,
};
