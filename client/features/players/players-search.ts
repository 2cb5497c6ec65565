import { defineSearch, oneOf, pageNumber, text } from '#client/lib/search.ts';
import type { SearchOf } from '#client/lib/search.ts';
import type { UserSort } from '#shared/endpoints/players.ts';

/** `after` and `before` are cursors of this list in this order. `page` only numbers the page they lead to. */
export const usersSearch = defineSearch({
  search: text(),
  rights: oneOf(['0', '1', '2', '3', 'staff']),
  state: oneOf(['banned', 'muted']),
  sort: oneOf<UserSort>(['name', 'name-desc', 'newest', 'oldest']),
  after: text(),
  before: text(),
  page: pageNumber(),
});
export type UsersSearch = SearchOf<typeof usersSearch>;

export const playerSearch = defineSearch({
  tab: oneOf(['overview', 'account', 'moderation', 'coins', 'items', 'history'], 'overview'),
});
export type PlayerTab = SearchOf<typeof playerSearch>['tab'];
