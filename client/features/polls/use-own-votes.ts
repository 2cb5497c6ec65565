import { useQuery } from '@tanstack/react-query';

import { useSession } from '#client/lib/session.ts';

import { userQuery } from './polls.queries.ts';

type OwnVotes = {
  username: string;
  isLoggedIn: boolean;
  /** False until the player's votes are loaded; always true for visitors. */
  isKnown: boolean;
  hasVoted: (pollId: string) => boolean;
};

export function useOwnVotes(): OwnVotes {
  const { username, isLoggedIn } = useSession();
  const { data: user, errorUpdateCount } = useQuery(userQuery(username));
  return {
    username,
    isLoggedIn,
    // If loading fails, offer voting: the server rejects a second vote anyway. `isError` would be false during the
    // retry when the form is mounted, so the form would come and go for ever.
    isKnown: !isLoggedIn || user !== undefined || errorUpdateCount > 0,
    hasVoted: (pollId) => user?.voted_polls.includes(pollId) ?? false,
  };
}
