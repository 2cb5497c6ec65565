import { read } from '#client/lib/read.ts';

export const supportQuery = read('me', 'GET /api/support', {});

export function ownThreadQuery(id: string) {
  return read('me', 'GET /api/support/threads/{id}', { params: { id } });
}

/** Banned players have no live stream, so they ask again while the page is visible. */
export function appealsQuery(isLoggedIn: boolean) {
  const refetchInterval = isLoggedIn ? false : 20_000;
  return read('me', 'GET /api/support/appeals', {}, { refetchInterval, staleTime: 0 });
}
