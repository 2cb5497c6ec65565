import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { NewMessage, OwnThread } from '#shared/endpoints/inbox.ts';

export const supportQuery = read('me', 'GET /api/support', {});

export function ownThreadQuery(id: string) {
  return read('me', 'GET /api/support/threads/{id}', { params: { id } });
}

/** Banned players have no live stream, so they ask again while the page is visible. */
export function appealsQuery(isLoggedIn: boolean) {
  const refetchInterval = isLoggedIn ? false : 20_000;
  return read('me', 'GET /api/support/appeals', {}, { refetchInterval, staleTime: 0 });
}

export function reply({ id, kind }: OwnThread, body: NewMessage): Promise<unknown> {
  const input = { params: { id: String(id) }, body };
  return kind === 'appeal'
    ? call('POST /api/support/appeals/{id}/messages', input)
    : call('POST /api/support/threads/{id}/messages', input);
}

export async function markRead(id: number): Promise<void> {
  await call('PUT /api/support/threads/{id}/read', { params: { id: String(id) } });
  await refreshSupport();
}

export function refreshSupport(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [topic, route] }) =>
      topic === 'me' && String(route).startsWith('GET /api/support'),
  });
}
