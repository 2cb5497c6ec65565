import type { Feature } from '#server/feature.ts';

import { mediaPersonalData } from './media.personal-data.ts';
import { registerMediaRoutes } from './media.routes.ts';

export const media: Feature = {
  name: 'media',
  personalData: mediaPersonalData,
  routes: registerMediaRoutes,
};
