import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { read } from '#client/lib/read.ts';
import type { Poll } from '#shared/endpoints/polls.ts';

export const pollsQuery = listQuery({});

/** The running poll that ends first; if none is running, the one that ended last. */
export const firstPollQuery = listQuery({ limit: 1 });

function listQuery(query: { limit?: number }) {
  const meta = { failure: 'The polls could not be loaded.' };
  return read('polls', 'GET /api/polls', { query }, { meta });
}

export function pollQuery(id: string) {
  const meta = { failure: 'The poll could not be loaded.' };
  return read('polls', 'GET /api/polls/{id}', { params: { id } }, { meta });
}

export function userQuery(username: string) {
  return read(
    'me',
    'GET /api/users/{username}',
    { params: { username: username.toLowerCase() } },
    { enabled: username !== '', meta: { failure: 'The player’s data could not be loaded.' } },
  );
}

/** The answers that the player chose, by question. */
export function ownVoteQuery(id: string, hasVoted: boolean) {
  const meta = { failure: 'Your vote could not be loaded.' };
  return read(
    'me',
    'GET /api/polls/{id}/vote',
    { params: { id } },
    { enabled: hasVoted, staleTime: Infinity, meta },
  );
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
    queryClient.setQueryData(ownVoteQuery(id, true).queryKey, { answers });
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
