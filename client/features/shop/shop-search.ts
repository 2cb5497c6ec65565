import {
  day,
  defineSearch,
  editorParams,
  flag,
  oneOf,
  pageNumber,
  text,
} from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import { deliveryStates, orderStates, paymentModes } from '#shared/rules/order-states.ts';

/** The payment page returns to the store with an order or `session_id`, or with `canceled`. */
export const shopSearch = defineSearch({
  topup: oneOf([true]),
  order: text(),
  session_id: text(),
  canceled: flag,
});

export const walletSearch = defineSearch({
  view: oneOf(['purchases', 'statement', 'top-ups'], 'purchases'),
  page: pageNumber(),
});
export type WalletView = SearchOf<typeof walletSearch>['view'];

export const adminShopSearch = defineSearch(editorParams);

export const logsSearch = defineSearch({
  view: oneOf(['purchases', 'top-ups'], 'purchases'),
  page: pageNumber(100_000),
  player: text(100),
  item: text(100),
  from: day,
  until: day,
  delivery: oneOf([...deliveryStates, 'undeliverable', 'refunded']),
  state: oneOf([...orderStates, 'attention']),
  mode: oneOf(paymentModes),
});
export type LogsSearch = SearchOf<typeof logsSearch>;
