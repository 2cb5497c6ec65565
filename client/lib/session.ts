import { queryOptions, useQuery } from '@tanstack/react-query';

import type { SessionUser } from '#shared/accounts.ts';
import { AppError } from '#shared/errors.ts';

import { call } from './api.ts';
import { queryClient } from './query-client.ts';
import { visit } from './site.ts';

// Apart from the first load: most visitors have no session to verify, and the endpoints bring the
// schema library along.
const loadEndpoints = () => import('#shared/accounts.ts');

/** The signed-in player, or null. Rendering starts after its first answer, so it is always known. */
export const sessionQuery = queryOptions({
  queryKey: ['me', 'session'],
  queryFn: fetchSession,
  staleTime: Infinity,
  retry: false,
});

export type ClientSession = {
  isLoggedIn: boolean;
  username: string;
  email: string;
  userRights: number;
  /** False only while the first check runs. */
  authReady: boolean;
};

export function useSession(): ClientSession {
  const { data } = useQuery(sessionQuery);
  return describeSession(data);
}

function describeSession(user: SessionUser | null | undefined): ClientSession {
  return {
    isLoggedIn: Boolean(user),
    username: user?.username ?? '',
    email: user?.email ?? '',
    userRights: user?.user_rights ?? 0,
    authReady: user !== undefined,
  };
}

/** The first check of a page load. A browser without the cookie has nothing to be verified. */
export async function checkFirstSession(): Promise<void> {
  if (visit.hasSessionCookie) await verifyNow();
  else queryClient.setQueryData(sessionQuery.queryKey, null);
}

/** Asks the server again, whatever is known: guarded pages and sign-in use it. */
export function verifyNow(): Promise<SessionUser | null> {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
}

/** Ends the session on the server. The caller leaves the page, then calls `forgetSession`. */
export async function endSession(): Promise<void> {
  try {
    const { logOut } = await loadEndpoints();
    await call(logOut, {});
  } catch (error) {
    console.warn('Logging out failed.', error);
  }
}

export function forgetSession(): void {
  // A check that is still on its way was answered before the end, and would bring the session back.
  void queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
  queryClient.setQueryData(sessionQuery.queryKey, null);
  // The session itself stays: the header is watching it.
  queryClient.removeQueries({
    queryKey: ['me'],
    predicate: ({ queryKey }) => queryKey[1] !== 'session',
  });
}

let signOutReason: string | undefined;

/** Why the server ended the session, told once: a ban has a reason and an end. */
export function takeSignOutReason(): string | undefined {
  const reason = signOutReason;
  signOutReason = undefined;
  return reason;
}

/** Any failure means logged out, with rights 0. */
async function fetchSession(): Promise<SessionUser | null> {
  try {
    const { verifySession } = await loadEndpoints();
    return await call(verifySession, {});
  } catch (error) {
    if (error instanceof AppError && error.code === 'accounts/banned') {
      signOutReason = error.message;
    }
    return null;
  }
}
