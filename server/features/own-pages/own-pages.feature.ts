import type { Feature } from '#server/feature.ts';

import { loadDemoPages } from './own-pages.demo.ts';
import { describeOwnPages } from './own-pages.pages.ts';
import { ownPagesPersonalData } from './own-pages.personal-data.ts';
import { registerOwnPageRoutes } from './own-pages.routes.ts';

export const ownPages: Feature = {
  name: 'own-pages',
  personalData: ownPagesPersonalData,
  routes: registerOwnPageRoutes,
  pages: describeOwnPages,
  demo: loadDemoPages,
};
