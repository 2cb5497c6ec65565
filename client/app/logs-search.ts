import { day, defineSearch, oneOf, pageNumber, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import type { OrderFilter } from '#shared/endpoints/payments.ts';
import type { PurchaseFilter } from '#shared/endpoints/shop.ts';
import { deliveryStates, orderStates, paymentModes } from '#shared/rules/order-states.ts';

/** Both logs use player and dates. */
export const logsSearch = defineSearch({
  view: oneOf(['purchases', 'top-ups'], 'purchases'),
  page: pageNumber(100_000),
  /** The id of a purchase, an order or a payment. */
  id: text(200),
  player: text(100),
  item: text(100),
  from: day,
  until: day,
  delivery: oneOf([...deliveryStates, 'undeliverable', 'refunded', 'reported']),
  state: oneOf([...orderStates, 'attention']),
  mode: oneOf(paymentModes),
});
export type LogsSearch = SearchOf<typeof logsSearch>;

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
