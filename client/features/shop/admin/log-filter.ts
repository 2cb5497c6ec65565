import type { OrderFilter } from '#shared/endpoints/payments.ts';
import type { PurchaseFilter } from '#shared/endpoints/shop.ts';

import type { LogsSearch } from '../shop-search.ts';

export function toPurchaseFilter({
  player,
  item,
  from,
  until,
  delivery,
}: LogsSearch): PurchaseFilter {
  return {
    player,
    item,
    from,
    until,
    ...toDeliveryFilter(delivery),
  };
}

function toDeliveryFilter(delivery: LogsSearch['delivery']): PurchaseFilter {
  if (delivery === 'refunded') return { state: 'refunded' };
  if (delivery === 'undeliverable') return { undeliverable: 'true' };
  return { delivery };
}

export function toOrderFilter({ player, from, until, state, mode }: LogsSearch): OrderFilter {
  return {
    player,
    from,
    until,
    ...(state === 'attention' ? { attention: 'true' as const } : { state }),
    mode,
  };
}
