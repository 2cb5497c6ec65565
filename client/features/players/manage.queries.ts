import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { toUsernameKey } from '#shared/usernames.ts';

// Every key begins with `admin`: the live stream refreshes these queries after any admin's write.

export function managedUserQuery(username: string) {
  return queryOptions({
    queryKey: ['admin', 'user', toUsernameKey(username)],
    queryFn: ({ signal }) =>
      call('GET /api/admin/users/{username}', { params: { username } }, { signal }),
    refetchInterval: 30_000,
  });
}

export function playerPurchasesQuery(username: string) {
  return infiniteQueryOptions({
    queryKey: ['admin', 'user', toUsernameKey(username), 'purchases'],
    queryFn: ({ pageParam: page, signal }) =>
      call('GET /api/admin/purchases', { query: { username, page } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
  });
}

export function playerVotesQuery(username: string) {
  return queryOptions({
    queryKey: ['admin', 'user', toUsernameKey(username), 'votes'],
    queryFn: ({ signal }) =>
      call('GET /api/admin/users/{username}/votes', { params: { username } }, { signal }),
  });
}

export function playerStatementQuery(username: string, page: number) {
  return queryOptions({
    queryKey: ['admin', 'user', toUsernameKey(username), 'statement', page],
    queryFn: ({ signal }) =>
      call(
        'GET /api/admin/users/{username}/statement',
        { params: { username }, query: { page } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function playerOrdersQuery(username: string, page: number) {
  return queryOptions({
    queryKey: ['admin', 'user', toUsernameKey(username), 'orders', page],
    queryFn: ({ signal }) =>
      call('GET /api/admin/orders', { query: { username, page } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function invalidatePlayer(username: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['admin', 'user', toUsernameKey(username)] });
}
