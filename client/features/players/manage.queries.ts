import { read, readPage } from '#client/lib/read.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

// Every key begins with `admin`: the live stream refreshes these queries after any admin's write.

export function managedUserQuery(username: string) {
  return read('admin', 'GET /api/admin/users/{username}', paramsOf(username), {
    refetchInterval: 30_000,
  });
}

export function playerPurchasesQuery(username: string, page: number) {
  return readPage('admin', 'GET /api/admin/purchases', { query: { username, page } });
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
