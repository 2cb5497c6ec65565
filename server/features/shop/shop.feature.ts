import type { Feature } from '#server/feature.ts';
import { ownRows } from '#server/lib/data/personal-data.ts';

import { endDueGrants } from './grants.service.ts';
import { tellSaleChanges } from './sales.service.ts';
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
      ownRows('Sales you changed last', 'shop_sales.updated_by', 'id, name, updated_at'),
      ownRows('Discounts', 'shop_discounts.account_id', 'percent, label, expires_at, purchase_id'),
      ownRows(
        'Ranks and memberships',
        'shop_grants.account_id',
        'purchase_id, kind, value, starts_at, ends_at, ended_at',
      ),
    ],
    deletes: ['shop_discounts', 'shop_grants'],
  },
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
