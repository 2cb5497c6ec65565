import { day, defineSearch, flag, id, matching, oneOf, text } from '#client/lib/search.ts';
import { revenueGroups } from '#shared/rules/revenue.ts';

/** The category and the search text of the shelves. */
const shelvesParams = { shelf: id, find: text(60) };

/** The payment page returns to the store with an order or `session_id`, or with `canceled`. A top-up may be for an item. */
export const shopSearch = defineSearch({
  topup: oneOf([true]),
  item: text(),
  order: text(),
  session_id: text(),
  canceled: flag,
  ...shelvesParams,
});

/** `at` is a moment; without it the preview shows the store now. */
export const storePreviewSearch = defineSearch({
  at: matching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/),
  ...shelvesParams,
});

export const revenueSearch = defineSearch({
  by: oneOf(revenueGroups, 'item'),
  from: day,
  until: day,
});
