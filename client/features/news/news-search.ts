import { defineSearch, labelParam, oneOf, pageNumber, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import { newsStates } from '#shared/rules/news-display.ts';
import type { SiteInfo } from '#shared/site.ts';

export function newsSearch(getSite: () => SiteInfo) {
  return defineSearch({ page: pageNumber(10_000), category: labelParam('news', getSite) });
}
export type NewsSearch = SearchOf<ReturnType<typeof newsSearch>>;

export const adminNewsSearch = defineSearch({
  page: pageNumber(),
  state: oneOf(newsStates),
  search: text(),
});
export type AdminNewsSearch = SearchOf<typeof adminNewsSearch>;
