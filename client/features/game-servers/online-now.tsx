import { useQuery } from '@tanstack/react-query';

import { classNames } from '#client/ui/class-names.ts';
import { RollingNumber } from '#client/ui/text/rolling-number.tsx';
import { formatNumber } from '#shared/rules/format-count.ts';

import { serverStatusQuery } from './server-status.queries.ts';

import styles from './online-now.module.css';

/** Number of players online. Renders nothing while loading and on a site without a game server. */
export function OnlineNow({ className }: { className?: string | undefined }) {
  const { data } = useQuery(serverStatusQuery);
  if (!data || data.servers.length === 0) return null;
  const { isOnline, online } = data;
  return (
    <p
      className={classNames(styles.now, isOnline && styles.lit, className)}
      title={isOnline ? `${formatNumber(online)} players online` : undefined}
    >
      <span className={styles.dot} aria-hidden="true" />
      {isOnline ? (
        <span>
          <b>
            <RollingNumber value={online} />
          </b>{' '}
          online
        </span>
      ) : (
        <span>Game offline</span>
      )}
    </p>
  );
}
