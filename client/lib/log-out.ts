import { hashKey } from '@tanstack/react-query';

import { call } from './api.ts';
import { connectLive } from './live.ts';
import { queryClient } from './query-client.ts';
import { expectSignOut, sessionQuery } from './session.ts';

/** `leave` goes to a public page before the session is cleared: a page that requires a login would redirect. */
export async function logOut(leave: () => Promise<void>): Promise<void> {
  expectSignOut(true);
  try {
    await call('POST /auth/logout', {});
  } catch (error) {
    console.warn('Logging out failed.', error);
  }
  await leave();
  clearSession();
  connectLive();
}

export function clearSession(): void {
  expectSignOut(false);
  // A session check still in flight may have been answered before the log-out and would restore the session.
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, null);
  // Do not remove the session query: the header observes it.
  queryClient.removeQueries({
    queryKey: ['me'],
    predicate: ({ queryHash }) => queryHash !== hashKey(sessionQuery.queryKey),
  });
}
