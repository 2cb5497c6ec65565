import { labelParam } from '#client/lib/labels.ts';
import { defineSearch, oneOf, pageNumber, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import { newsStates } from '#shared/rules/news-display.ts';

export const newsSearch = defineSearch({
  page: pageNumber(10_000),
  category: labelParam('news'),
});
export type NewsSearch = SearchOf<typeof newsSearch>;

export const adminNewsSearch = defineSearch({
  page: pageNumber(),
  state: oneOf(newsStates),
  search: text(),
});
export type AdminNewsSearch = SearchOf<typeof adminNewsSearch>;
