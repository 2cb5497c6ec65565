import type { Feature } from '#server/feature.ts';

import { registerMailTextRoutes } from './mail-texts.routes.ts';

export const mailTexts: Feature = {
  name: 'mail-texts',
  routes: registerMailTextRoutes,
};
