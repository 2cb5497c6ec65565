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
    price: row.salePrice ?? row.price,
    ...toExtras(row),
  };
}

/** Undefined where they do not apply, so that the answer does not have them. */
function toExtras(row: ItemRow) {
  const { salePrice, saleName: name, saleEndsAt: endsAt } = row;
  const price = salePrice ?? row.price;
  const sale = name !== null && endsAt !== null && { name, endsAt: endsAt.toISOString() };
  const saving = (row.partsPrice ?? 0) - price;
  return {
    kind: row.kind === 'item' ? undefined : row.kind,
    category: row.categoryId === null ? undefined : String(row.categoryId),
    fullPrice: sale ? row.price : undefined,
    sale: sale || undefined,
    leastPrice: row.leastPrice > 1 ? row.leastPrice : undefined,
    days: row.days ?? undefined,
    contents: row.contents?.map((part) => ({ ...part, ...toImage(part) })),
    saving: saving > 0 ? saving : undefined,
    totalLeft: row.totalLimit === null ? undefined : Math.max(0, row.totalLimit - row.soldOfLimit),
    needs: toNeeds(row),
  };
}

function toNeeds({ needsLevel, needsRank }: ItemRow): ShopItem['needs'] {
  if (needsLevel === null && needsRank === null) return undefined;
  return { totalLevel: needsLevel ?? undefined, supporterRank: needsRank ?? undefined };
}

export function toManagedItem(row: ManagedRow): ManagedItem {
  return {
    ...withIsoDates(row),
    ...toShopItem(row),
    ...toExtras(row),
    price: row.price,
    salePrice: row.salePrice ?? undefined,
    fullPrice: undefined,
    parts: row.parts ?? undefined,
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
    gift: toGift(row),
  };
}

function toGift({ otherPlayer: player, isToMe, note, isReported }: OwnRow): OwnPurchase['gift'] {
  return player === null ? undefined : { isToMe, player, note, isReported };
}

export function toLoggedPurchase(row: LoggedRow): LoggedPurchase {
  return {
    ...withIsoDates(row),
    id: String(row.id),
    kind: row.kind === 'item' ? undefined : row.kind,
    bundle: row.bundle ?? undefined,
    receiver: row.receiver ?? undefined,
    note: row.note ?? undefined,
    isReported: row.isReported || undefined,
    fullPrice: row.fullPrice ?? undefined,
    isEnd: row.isEnd || undefined,
    canEnd: row.canEnd || undefined,
  };
}

function toImage(row: Pick<ItemRow, 'image'> & Parameters<typeof pictureOf>[0]) {
  const picture = pictureOf(row);
  return { image: picture?.src ?? row.image, picture };
}
