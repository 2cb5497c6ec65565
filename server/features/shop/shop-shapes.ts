import { pictureOf } from '#server/features/media/media.service.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type { LoggedPurchase, ManagedItem, OwnPurchase, ShopItem } from '#shared/endpoints/shop.ts';

import type { ItemRow, ManagedRow } from './items.db.ts';
import type { LoggedRow, OwnRow } from './purchases.db.ts';

// Converts database rows to the response types of shared/endpoints/shop.ts.

export function toShopItem(row: ItemRow): ShopItem {
  return {
    ...withIsoDates(row),
    ...toImage(row),
    id: String(row.id),
    enabled: row.isEnabled,
    perPlayerLimit: row.playerLimit,
  };
}

export function toManagedItem(row: ManagedRow): ManagedItem {
  return {
    ...withIsoDates(row),
    ...toShopItem(row),
    sold: row.sold ?? 0,
    earned: row.earned ?? 0,
  };
}

export function toOwnPurchase(row: OwnRow, events: OwnPurchase['delivery']['events']): OwnPurchase {
  return {
    ...withIsoDates(row),
    ...toImage(row),
    id: String(row.id),
    delivery: { state: row.deliveryState, events },
  };
}

export function toLoggedPurchase(row: LoggedRow): LoggedPurchase {
  return { ...withIsoDates(row), id: String(row.id) };
}

function toImage(row: Pick<ItemRow, 'image'> & Parameters<typeof pictureOf>[0]) {
  const picture = pictureOf(row);
  return { image: picture?.src ?? row.image, picture };
}
