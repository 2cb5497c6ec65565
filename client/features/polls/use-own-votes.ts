import { useQuery } from '@tanstack/react-query';

import { useSession } from '#client/lib/session.ts';

import { userQuery } from './polls.queries.ts';

type OwnVotes = {
  username: string;
  isLoggedIn: boolean;
  /** False until it is known what the player has voted in; true for visitors, who have not. */
  isKnown: boolean;
  hasVoted: (pollId: string) => boolean;
};

export function useOwnVotes(): OwnVotes {
  const { username, isLoggedIn } = useSession();
  const { data: user, isError } = useQuery(userQuery(username));
  return {
    username,
    isLoggedIn,
    // When it cannot be learnt, voting is offered; the server knows anyway.
    isKnown: !isLoggedIn || user !== undefined || isError,
    hasVoted: (pollId) => user?.voted_polls.includes(pollId) ?? false,
  };
}
