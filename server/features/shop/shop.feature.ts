import type { Feature } from '#server/feature.ts';

import { drawItemPictures, loadDemoShop } from './shop.demo.ts';
import { registerShopRoutes } from './shop.routes.ts';

export const shop: Feature = {
  name: 'shop',
  routes: registerShopRoutes,
  demo: loadDemoShop,
  demoPictures: drawItemPictures,
};
