import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';

import { read } from '#client/lib/read.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { formatLongDate } from '#shared/rules/dates.ts';
import { describeMilestone } from '#shared/rules/milestones.ts';

import styles from './latest-milestones.module.css';

const shownCount = 3;
export const milestonesQuery = read('hiscores', 'GET /api/hiscores/milestones', {});

/** Nothing until a player has reached a milestone. */
export function LatestMilestones() {
  const { data } = useQuery(milestonesQuery);
  if (!data || data.milestones.length === 0) return null;
  return (
    <ul className={styles.milestones} aria-label="Latest milestones">
      {data.milestones.slice(0, shownCount).map((milestone) => {
        const { username, user_rights: rights, reachedAt, isFirst } = milestone;
        const what = describeMilestone(milestone);
        return (
          <li key={`${username} ${what}`} className={styles.milestone}>
            <Icon name={isFirst ? 'coronet' : 'star'} size="md" className={styles.icon} />
            <div className={styles.text}>
              <PlayerName
                name={username}
                rights={rights}
                link={linkOptions({ to: '/hiscores', search: { player: username } })}
              />{' '}
              {isFirst ? `was the first to reach ${what}` : `reached ${what}`}
              <span className={styles.date}>
                <LocalTime
                  iso={reachedAt}
                  text={(timeZone) => formatLongDate(reachedAt, { timeZone })}
                />
              </span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
