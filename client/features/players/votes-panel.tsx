import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { ErrorState } from '#client/ui/error-state.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import type { ManagedUser } from '#shared/players.ts';

import { playerVotesQuery } from './manage.queries.ts';

import styles from './managed-player.module.css';

/** Lists the polls; the answers stay secret. */
export function VotesPanel({ user }: { user: ManagedUser }) {
  const { data, error, refetch } = useQuery(playerVotesQuery(user.username));
  return (
    <Panel variant="plain" heading="Votes cast" icon="poll">
      {data?.length === 0 && (
        <p className={styles.note}>{user.username} has not voted in any poll.</p>
      )}
      <ul className={styles.list}>
        {data?.map(({ pollId, title, at }) => (
          <li key={pollId} className={styles.entry}>
            <div>
              <p className={styles.text}>
                <Link to="/admin/polls" search={{ poll: pollId }}>
                  {title}
                </Link>
              </p>
              <p className={styles.facts}>
                voted <Timestamp at={at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {!data && error && (
        <ErrorState
          heading="The votes could not be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height="120px" shape="block" />}
    </Panel>
  );
}
