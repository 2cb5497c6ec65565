import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { orIfMissing, read } from '#client/lib/read.ts';
import { sessionQuery } from '#client/lib/session.ts';
import type { HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import { queryKey } from '#shared/query-key.ts';

// Every key begins with `me`: the live stream refreshes these queries and signing out clears them.

/** Waits for the session if it is being refreshed: after a rename, nothing is asked about the old name. */
export function profileQuery(username: string) {
  const params = { username: username.toLowerCase() };
  return queryOptions({
    queryKey: queryKey('me', 'GET /api/users/{username}', { params }),
    queryFn: async ({ signal }) => {
      const session = await queryClient.fetchQuery(sessionQuery);
      const name = (session?.username ?? username).toLowerCase();
      return call('GET /api/users/{username}', { params: { username: name } }, { signal });
    },
  });
}

/** 404 means the game has reported nothing yet. */
export function ownHiscoresQuery(username: string) {
  const none = { username, user_rights: 0, totalLevel: 0, totalExp: 0, playerStats: [] };
  return read(
    'me',
    'GET /api/hiscores/user/{username}',
    { params: { username } },
    { convert: (answer): Promise<HiscoresRecord> => orIfMissing(answer, none) },
  );
}

/** The refresh of a page in the background does not count as a visit. */
export const ownNewsQuery = queryOptions({
  queryKey: queryKey('me', 'GET /api/account/news', {}),
  queryFn: () => call(document.hidden ? 'GET /api/account/news' : 'POST /api/account/visit', {}),
});

export const nameChangeQuery = read('me', 'GET /api/account/name', {});
export const sessionsQuery = read('me', 'GET /api/account/sessions', {});
export const twoFactorQuery = read('me', 'GET /api/account/two-factor', {});
export const deletionQuery = read('me', 'GET /api/account/deletion', {});
export const emailConfirmationQuery = read('me', 'GET /api/account/email-confirmation', {});

export function useSendEmailConfirmation() {
  return useMutation({ mutationFn: () => call('POST /api/account/email-confirmation', {}) });
}

/** Asks once: a second request would report the code of a link as used. */
export function askOnce<Answer>(key: string, code: string, queryFn: () => Promise<Answer>) {
  return queryOptions({
    queryKey: [key, code],
    queryFn,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Also refreshes the session, which contains the name, email address and rights. */
export function refreshAccount(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['me'] });
}

export const ownSupporterQuery = read('me', 'GET /api/supporters/mine', {});
