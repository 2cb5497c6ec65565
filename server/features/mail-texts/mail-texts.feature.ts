import type { Feature } from '#server/feature.ts';

import { mailTextsPersonalData } from './mail-texts.personal-data.ts';
import { registerMailTextRoutes } from './mail-texts.routes.ts';

export const mailTexts: Feature = {
  name: 'mail-texts',
  personalData: mailTextsPersonalData,
  routes: registerMailTextRoutes,
};
