import type { Feature } from '#server/feature.ts';

import { endDueGrants } from './grants.service.ts';
import { tellSaleChanges } from './sales.service.ts';
import { storeItemPictures, loadDemoShop } from './shop.demo.ts';
import { describeShopPages } from './shop.pages.ts';
import { shopPersonalData } from './shop.personal-data.ts';
import { registerShopRoutes } from './shop.routes.ts';
import { shopSettings } from './shop.settings.ts';

export const shop: Feature = {
  name: 'shop',
  offSwitch: {
    label: 'Shop',
    whenOff:
      'Without it there is no store: nobody can buy items or top up coins. Wallets, deliveries, payments under way and refunds go on, with the shop logs.',
  },
  personalData: shopPersonalData,
  jobs: (deps) => [
    { name: 'shop/tell-sales', everySeconds: 5, run: () => tellSaleChanges(deps) },
    { name: 'shop/end-grants', everySeconds: 30, run: () => endDueGrants(deps) },
  ],
  routes: registerShopRoutes,
  pages: describeShopPages,
  siteSettings: {
    shopOpen: shopSettings.isOpen,
    unconfirmedMayBuy: shopSettings.unconfirmedMayBuy,
  },
  demo: loadDemoShop,
  demoPictures: storeItemPictures,
};
