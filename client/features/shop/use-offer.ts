import { useQuery } from '@tanstack/react-query';

import type { ShopItem } from '#shared/endpoints/shop.ts';

import { ownShopQuery, shopItemsQuery, takeOff } from './shop.queries.ts';

/** An item with the price that this player pays now. Null if the store has no such item, undefined while it loads. */
export function useOffer(id: string | undefined): ShopItem | null | undefined {
  const items = useQuery({ ...shopItemsQuery, enabled: id !== undefined });
  const own = useQuery({ ...ownShopQuery, enabled: id !== undefined });
  if (id === undefined) return null;
  if (items.isPending || own.isPending) return undefined;
  const item = items.data?.find((one) => one.id === id);
  return item ? takeOff(item, own.data?.discount?.percent) : null;
}
