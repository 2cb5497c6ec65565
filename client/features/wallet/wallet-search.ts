import { defineSearch, oneOf, pageNumber } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';

export const walletSearch = defineSearch({
  view: oneOf(['purchases', 'statement', 'top-ups'], 'purchases'),
  page: pageNumber(),
});
export type WalletView = SearchOf<typeof walletSearch>['view'];
