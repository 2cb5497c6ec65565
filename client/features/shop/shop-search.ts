import { defineSearch, flag, oneOf, text } from '#client/lib/search.ts';

/** The payment page returns to the store with an order or `session_id`, or with `canceled`. */
export const shopSearch = defineSearch({
  topup: oneOf([true]),
  order: text(),
  session_id: text(),
  canceled: flag,
});
