import { queryOptions, useMutation } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { AppError } from '#shared/errors.ts';
import type { HiscoresRecord } from '#shared/hiscores.ts';

// Every key begins with `me`: the live stream refreshes these queries and signing out clears them.

export function profileQuery(username: string) {
  return queryOptions({
    queryKey: ['me', 'profile', username],
    queryFn: ({ signal }) =>
      call(
        'GET /api/users/{username}',
        { params: { username: username.toLowerCase() } },
        { signal },
      ),
  });
}

export function ownHiscoresQuery(username: string) {
  return queryOptions({
    queryKey: ['me', 'hiscores', username],
    queryFn: ({ signal }) => fetchHiscores(username, signal),
  });
}

export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => call('GET /api/account/sessions', {}, { signal }),
});

export const twoFactorQuery = queryOptions({
  queryKey: ['me', 'two-factor'],
  queryFn: ({ signal }) => call('GET /api/account/two-factor', {}, { signal }),
});

export const emailConfirmationQuery = queryOptions({
  queryKey: ['me', 'email-confirmation'],
  queryFn: ({ signal }) => call('GET /api/account/email-confirmation', {}, { signal }),
});

export function useSendEmailConfirmation() {
  return useMutation({ mutationFn: () => call('POST /api/account/email-confirmation', {}) });
}

/** Also refreshes the session, which contains the name, email address and rights. */
export function refreshAccount(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['me'] });
}

/** 404 means the game has reported nothing yet. */
async function fetchHiscores(username: string, signal: AbortSignal): Promise<HiscoresRecord> {
  try {
    return await call('GET /api/hiscores/user/{username}', { params: { username } }, { signal });
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return emptyRecord(username);
    throw error;
  }
}

function emptyRecord(username: string): HiscoresRecord {
  return { username, user_rights: 0, totalLevel: 0, totalExp: 0, playerStats: [] };
}
