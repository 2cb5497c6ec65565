import { pictureOf } from '#server/features/media/media.service.ts';
import type { LoggedPurchase, ManagedItem, OwnPurchase, ShopItem } from '#shared/shop.ts';

import type { ItemRow, ManagedRow } from './items.db.ts';
import type { LoggedRow, OwnRow } from './purchases.db.ts';

// Converts database rows to the response types of shared/shop.ts.

export function toShopItem(row: ItemRow): ShopItem {
  return {
    id: String(row.id),
    name: row.name,
    description: row.description,
    ...toImage(row),
    price: row.price,
    itemId: row.itemId,
    quantity: row.quantity,
    enabled: row.isEnabled,
    endsAt: row.endsAt?.toISOString() ?? null,
    stock: row.stock,
    perPlayerLimit: row.playerLimit,
  };
}

export function toManagedItem(row: ManagedRow): ManagedItem {
  return {
    ...toShopItem(row),
    version: row.version,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
    sold: row.sold ?? 0,
    earned: row.earned ?? 0,
  };
}

export function toOwnPurchase(row: OwnRow, events: OwnPurchase['delivery']['events']): OwnPurchase {
  return {
    id: String(row.id),
    itemName: row.itemName,
    quantity: row.quantity,
    price: row.price,
    createdAt: row.createdAt.toISOString(),
    state: row.state,
    ...toImage(row),
    delivery: { state: row.deliveryState, events },
  };
}

export function toLoggedPurchase(row: LoggedRow): LoggedPurchase {
  return {
    ...row,
    id: String(row.id),
    createdAt: row.createdAt.toISOString(),
    refundedAt: row.refundedAt?.toISOString() ?? null,
  };
}

function toImage(row: Pick<ItemRow, 'image'> & Parameters<typeof pictureOf>[0]) {
  const picture = pictureOf(row);
  return { image: picture?.src ?? row.image, picture };
}
