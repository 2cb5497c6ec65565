import type { Trx } from '#server/db/schema.ts';
import type { PictureSource } from '#server/features/media/media.service.ts';
import type { ItemDraft } from '#shared/endpoints/shop.ts';

import { insertShopItem } from './items.db.ts';

type ItemToImport = Pick<ItemDraft, 'name' | 'description' | 'price' | 'itemId' | 'enabled'> & {
  picture: PictureSource;
};

export function importShopItem(trx: Trx, item: ItemToImport): Promise<number> {
  return insertShopItem(trx, {
    name: item.name,
    description: item.description,
    image: item.picture.url,
    media_hash: item.picture.hash,
    price: item.price,
    item_id: item.itemId,
    is_enabled: item.enabled,
  });
}
