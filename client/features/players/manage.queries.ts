import { infiniteQueryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { read, readPage } from '#client/lib/read.ts';
import { queryKey } from '#shared/query-key.ts';
import { toUsernameKey } from '#shared/usernames.ts';

// Every key begins with `admin`: the live stream refreshes these queries after any admin's write.

export function managedUserQuery(username: string) {
  return read('admin', 'GET /api/admin/users/{username}', paramsOf(username), {
    refetchInterval: 30_000,
  });
}

export function playerPurchasesQuery(username: string) {
  const route = 'GET /api/admin/purchases';
  return infiniteQueryOptions({
    queryKey: queryKey('admin', route, { query: { username } }),
    queryFn: ({ pageParam: page, signal }) =>
      call(route, { query: { username, page } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });
}

export function playerVotesQuery(username: string) {
  return read('admin', 'GET /api/admin/users/{username}/votes', paramsOf(username));
}

export function playerStatementQuery(username: string, page: number) {
  const input = { ...paramsOf(username), query: { page } };
  return readPage('admin', 'GET /api/admin/users/{username}/statement', input);
}

export function playerOrdersQuery(username: string, page: number) {
  const input = { query: { username, page } };
  return readPage('admin', 'GET /api/admin/orders', input);
}

function paramsOf(username: string) {
  return { params: { username: toUsernameKey(username) } };
}
