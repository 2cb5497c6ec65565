import { useQuery } from '@tanstack/react-query';

import { classNames } from '#client/ui/class-names.ts';
import { RollingNumber } from '#client/ui/stat.tsx';

import { serverStatusQuery } from './server-status.queries.ts';

import styles from './online-now.module.css';

type Props = { look: 'hero' | 'bar'; className?: string | undefined };

/** Number of players online. Renders nothing while loading and on a site without a game server. */
export function OnlineNow({ look, className }: Props) {
  const { data } = useQuery(serverStatusQuery);
  if (!data || data.servers.length === 0) return null;
  const { isOnline, online } = data;
  return (
    <p
      className={classNames(styles.now, styles[look], isOnline && styles.lit, className)}
      title={
        look === 'bar' && isOnline ? `${online.toLocaleString('en')} players online` : undefined
      }
    >
      <span className={styles.dot} aria-hidden="true" />
      {isOnline ? (
        <span>
          <b>
            <RollingNumber value={online} />
          </b>{' '}
          {look === 'bar' ? 'online' : online === 1 ? 'player online' : 'players online'}
        </span>
      ) : (
        <span>{look === 'bar' ? 'Game offline' : 'The game is offline at the moment'}</span>
      )}
    </p>
  );
}
