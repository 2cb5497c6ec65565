import type { OrderFilter } from '#shared/endpoints/payments.ts';
import type { PurchaseFilter } from '#shared/endpoints/shop.ts';

import type { LogsSearch } from './logs-search.ts';

export function toPurchaseFilter({
  id,
  player,
  item,
  from,
  until,
  delivery,
}: LogsSearch): PurchaseFilter {
  return {
    id,
    player,
    item,
    from,
    until,
    ...toDeliveryFilter(delivery),
  };
}

function toDeliveryFilter(delivery: LogsSearch['delivery']): PurchaseFilter {
  if (delivery === 'refunded') return { state: 'refunded' };
  if (delivery === 'reported') return { reported: 'true' };
  if (delivery === 'undeliverable') return { undeliverable: 'true' };
  return { delivery };
}

export function toOrderFilter({ id, player, from, until, state, mode }: LogsSearch): OrderFilter {
  return {
    id,
    player,
    from,
    until,
    ...(state === 'attention' ? { attention: 'true' as const } : { state }),
    mode,
  };
}
