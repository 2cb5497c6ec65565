import type { Feature } from '#server/feature.ts';
import { ownRows } from '#server/lib/data/personal-data.ts';

import { storeItemPictures, loadDemoShop } from './shop.demo.ts';
import { describeShopPages } from './shop.pages.ts';
import { registerShopRoutes } from './shop.routes.ts';
import { shopSettings } from './shop.settings.ts';

export const shop: Feature = {
  name: 'shop',
  offSwitch: {
    label: 'Shop',
    whenOff:
      'Without it there is no store: nobody can buy items or top up coins. Wallets, deliveries, payments under way and refunds go on, with the shop logs.',
  },
  personalData: {
    parts: [
      ownRows('Shop items you changed last', 'shop_items.updated_by', 'id, name, updated_at'),
    ],
  },
  routes: registerShopRoutes,
  pages: describeShopPages,
  siteSettings: {
    shopOpen: shopSettings.isOpen,
    unconfirmedMayBuy: shopSettings.unconfirmedMayBuy,
  },
  demo: loadDemoShop,
  demoPictures: storeItemPictures,
};
