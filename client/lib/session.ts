import { hashKey, queryOptions, useQuery } from '@tanstack/react-query';

import type { SessionUser } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';
import { queryKey } from '#shared/query-key.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';

import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { visit } from './site.ts';

const sessionKey = queryKey('me', 'GET /auth/verify', {});

/** The signed-in player, or null. Rendering starts after the first check, so it is always known. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: fetchSession,
  staleTime: Infinity,
  retry: false,
});

export type ClientSession = Standing & {
  isLoggedIn: boolean;
  username: string;
  email: string;
  /** False only while the first check runs. */
  authReady: boolean;
};

export function useSession(): ClientSession {
  const { data: user } = useQuery(sessionQuery);
  return {
    isLoggedIn: Boolean(user),
    username: user?.username ?? '',
    email: user?.email ?? '',
    userRights: user?.user_rights ?? 0,
    permissions: user?.permissions ?? [],
    authReady: user !== undefined,
  };
}

/** The first check of a page load. Without a session cookie there is nothing to verify. */
export async function checkFirstSession(): Promise<void> {
  if (visit.hasSessionCookie) await verifySession();
  else queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Always asks the server, even if the session is cached. Used by guarded pages and sign-in. */
export function verifySession(): Promise<SessionUser | null> {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Ends the session on the server. The caller leaves the page, then calls `clearSession`. */
export async function logOut(): Promise<void> {
  isLoggingOut = true;
  try {
    await call('POST /auth/logout', {});
  } catch (error) {
    console.warn('Logging out failed.', error);
  }
}

export function clearSession(): void {
  isLoggingOut = false;
  // A session check still in flight may have been answered before the log-out and would restore the session.
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, null);
  // Do not remove the session query: the header observes it.
  queryClient.removeQueries({
    queryKey: ['me'],
    predicate: ({ queryHash }) => queryHash !== hashKey(sessionQuery.queryKey),
  });
}

let isLoggingOut = false;
let signOutReason: SignOutReason | undefined;

type SignOutReason = { text: string; isBan: boolean };

/** Returns once why the session ended: the text about a ban, or that it is over. */
export function takeSignOutReason(): SignOutReason | undefined {
  const reason = signOutReason;
  signOutReason = undefined;
  return reason;
}

/** Any failure counts as logged out, with rights 0. */
async function fetchSession(): Promise<SessionUser | null> {
  try {
    return await call('GET /auth/verify', {});
  } catch (error) {
    if (error instanceof AppError) {
      if (error.code === 'accounts/banned') signOutReason = { text: error.message, isBan: true };
      else if (error.status === 401 && !isLoggingOut && queryClient.getQueryData(sessionKey)) {
        signOutReason = { text: 'Your session has ended. Please log in again.', isBan: false };
      }
    }
    return null;
  }
}
