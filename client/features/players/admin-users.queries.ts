import { readPage } from '#client/lib/read.ts';

import { usersSearch } from './players-search.ts';
import type { UsersSearch } from './players-search.ts';

export function usersQuery({ search, rights, state, sort, after, before }: UsersSearch) {
  const query = { search, rights, state, sort, after, before };
  return readPage('admin', 'GET /api/admin/users', { query });
}

/**
 * Changes the filter, order or page in the current URL: the rendered page may be one navigation
 * behind. A cursor belongs to its list, so every other change starts at the first page.
 */
export function changeUsers(change: Partial<UsersSearch>) {
  return (current: object) => ({
    ...usersSearch.read(current),
    after: undefined,
    before: undefined,
    page: 1,
    ...change,
  });
}
