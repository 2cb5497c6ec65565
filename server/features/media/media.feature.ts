import type { Feature } from '#server/feature.ts';

import { registerMediaRoutes } from './media.routes.ts';

export const media: Feature = {
  name: 'media',
  routes: registerMediaRoutes,
};
