import type { FeatureContext } from '#server/feature.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import * as endpoints from '#shared/endpoints/sales.ts';

import * as categories from './categories.service.ts';
import * as sales from './sales.service.ts';

export function registerSalesRoutes({ app, on, deps }: FeatureContext): void {
  const homeCache = createTopicCache<sales.ShopOnHome>(deps.live, 1, 10_000);
  app.addHook('onClose', async () => homeCache.close());

  on(endpoints.listShelves, async () => ({
    categories: await categories.listShopCategories(deps),
    changesAt: (await sales.findNextChange(deps.db))?.toISOString() ?? null,
  }));

  on(endpoints.readShopOnHome, async () => {
    const { sale, ...rest } = await homeCache.get('home', ['shop'], () =>
      sales.getShopOnHome(deps),
    );
    const isOver = !sale || Date.parse(sale.endsAt) <= Date.now();
    return isOver ? rest : { ...rest, sale };
  });

  on(endpoints.listShopCategories, () => categories.listShopCategories(deps));

  on(endpoints.createShopCategory, ({ actor, body }) =>
    categories.createShopCategory(deps, actor, body.name),
  );

  on(endpoints.renameShopCategory, ({ actor, params, body }) =>
    categories.renameShopCategory(deps, actor, { id: params.id, name: body.name }),
  );

  on(endpoints.deleteShopCategory, ({ actor, params }) =>
    categories.deleteShopCategory(deps, actor, params.id),
  );

  on(endpoints.reorderShopCategories, ({ actor, body }) =>
    categories.reorderShopCategories(deps, actor, body.ids),
  );

  on(endpoints.listShopSales, () => sales.listShopSales(deps));

  on(endpoints.createShopSale, ({ actor, body }) => sales.createShopSale(deps, actor, body));

  on(endpoints.updateShopSale, ({ actor, params, body }) =>
    sales.updateShopSale(deps, actor, { id: params.id, version: body.version, draft: body.sale }),
  );

  on(endpoints.deleteShopSale, ({ actor, params }) => sales.deleteShopSale(deps, actor, params.id));

  on(endpoints.previewShopSale, ({ body }) => sales.previewShopSale(deps, body));

  on(endpoints.previewShop, ({ query }) =>
    sales.previewShop(deps, query.at === undefined ? new Date() : new Date(query.at)),
  );
}
