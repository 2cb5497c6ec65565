import { queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import type { UserDetails } from '#shared/accounts.ts';
import type { Poll } from '#shared/polls.ts';

// The first two keys must match server/features/polls/polls.pages.ts.

export const pollsQuery = queryOptions({
  queryKey: ['polls', 'list'],
  queryFn: ({ signal }) => logFailure('The polls', signal, call('GET /api/polls', {}, { signal })),
});

export function pollQuery(id: string) {
  return queryOptions({
    queryKey: ['polls', 'poll', id],
    queryFn: ({ signal }) =>
      logFailure('The poll', signal, call('GET /api/polls/{id}', { params: { id } }, { signal })),
  });
}

/** The player's own data, under the query key that the rest of the site uses too. */
export function userQuery(username: string) {
  const params = { username: username.toLowerCase() };
  return queryOptions({
    queryKey: ['me', 'profile', username],
    queryFn: ({ signal }): Promise<UserDetails> =>
      logFailure(
        'The player’s data',
        signal,
        call('GET /api/users/{username}', { params }, { signal }),
      ),
    enabled: username !== '',
  });
}

/** Shows the response at once, then refetches the poll and the user. */
export async function castVote(poll: Poll, answers: number[], username: string): Promise<void> {
  const { id, version } = poll;
  try {
    const counted = await call('POST /api/polls/{id}/vote', {
      params: { id },
      body: { answers, username, version },
    });
    queryClient.setQueryData(pollQuery(id).queryKey, counted);
    queryClient.setQueryData(userQuery(username).queryKey, (user) => {
      return user && { ...user, voted_polls: [...user.voted_polls, id] };
    });
  } catch (error) {
    console.warn('The vote was not counted.', error);
    throw error;
  } finally {
    // Also after an error: the screen may be out of date.
    void queryClient.invalidateQueries({ queryKey: ['polls'] });
    void queryClient.invalidateQueries({ queryKey: userQuery(username).queryKey });
  }
}

async function logFailure<T>(what: string, signal: AbortSignal, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!signal.aborted) console.warn(`${what} could not be loaded.`, error);
    throw error;
  }
}
