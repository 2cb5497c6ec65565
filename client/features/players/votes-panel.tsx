import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { QueryPanel } from '#client/ui/data/query-view.tsx';
import { Entries, Entry } from '#client/ui/layout/entries.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { ManagedUser } from '#shared/endpoints/players.ts';

import { playerVotesQuery } from './manage.queries.ts';

/** Lists the polls; the answers stay secret. */
export function VotesPanel({ user: { username } }: { user: ManagedUser }) {
  const query = useQuery(playerVotesQuery(username));
  return (
    <QueryPanel
      variant="plain"
      heading="Votes Cast"
      icon="poll"
      query={query}
      errorHeading="The votes could not be loaded"
      height="120px"
    >
      {(votes) => (
        <Entries empty={`${username} has not voted in any poll.`}>
          {votes.map(({ pollId, title, at }) => (
            <Entry
              key={pollId}
              text={
                <Link to="/admin/polls" search={{ poll: pollId }}>
                  {title}
                </Link>
              }
              facts={
                <>
                  voted <Timestamp at={at} />
                </>
              }
            />
          ))}
        </Entries>
      )}
    </QueryPanel>
  );
}
