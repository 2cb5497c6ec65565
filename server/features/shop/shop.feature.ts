import type { Feature } from '#server/feature.ts';

import { storeItemPictures, loadDemoShop } from './shop.demo.ts';
import { describeShopPages } from './shop.pages.ts';
import { shopPersonalData } from './shop.personal-data.ts';
import { registerShopRoutes } from './shop.routes.ts';

export const shop: Feature = {
  name: 'shop',
  personalData: shopPersonalData,
  routes: registerShopRoutes,
  pages: describeShopPages,
  demo: loadDemoShop,
  demoPictures: storeItemPictures,
};
