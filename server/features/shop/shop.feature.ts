import type { Feature } from '#server/feature.ts';

import { drawItemPictures, loadDemoShop } from './shop.demo.ts';
import { shopPersonalData } from './shop.personal-data.ts';
import { registerShopRoutes } from './shop.routes.ts';

export const shop: Feature = {
  name: 'shop',
  personalData: shopPersonalData,
  routes: registerShopRoutes,
  demo: loadDemoShop,
  demoPictures: drawItemPictures,
};
