import { day, defineSearch, oneOf, pageNumber, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
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
