import { queryOptions, useQuery } from '@tanstack/react-query';

import type { SessionUser } from '#shared/endpoints/accounts.ts';
import { AppError } from '#shared/errors.ts';
import { queryKey } from '#shared/query-key.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
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
  /** An admin, or staff with a permission. Only hides: the server checks. */
  mayOpenAdmin: boolean;
};

export function useSession(): ClientSession {
  const { data: user } = useQuery(sessionQuery);
  const userRights = user?.user_rights ?? 0;
  const permissions = user?.permissions ?? [];
  return {
    isLoggedIn: Boolean(user),
    username: user?.username ?? '',
    email: user?.email ?? '',
    userRights,
    permissions,
    authReady: user !== undefined,
    mayOpenAdmin: isAdmin(userRights) || permissions.length > 0,
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

let isSignOutExpected = false;

/** A session that the player ends needs no message. */
export function expectSignOut(isExpected: boolean): void {
  isSignOutExpected = isExpected;
}

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
      else if (error.status === 401 && !isSignOutExpected && queryClient.getQueryData(sessionKey)) {
        signOutReason = { text: 'Your session has ended. Please log in again.', isBan: false };
      }
    }
    return null;
  }
}
