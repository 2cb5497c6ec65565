import { linkOptions } from '@tanstack/react-router';

import { Medal } from '#client/ui/text/medal.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import type { TopGains } from '#shared/endpoints/hiscores.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import styles from './top-gains-list.module.css';

export function TopGainsList({ gains: { skill, players } }: { gains: TopGains }) {
  return (
    <ol className={styles.gains}>
      {players.slice(0, 5).map(({ rank, username, user_rights: rights, experience }) => (
        <li key={username} className={styles.gain}>
          <span className={styles.rank}>
            <Medal rank={rank} />
          </span>
          <PlayerName
            name={username}
            rights={rights}
            link={linkOptions({ to: '/hiscores', search: { skill, player: username } })}
          />
          <span className={styles.amount}>+{formatExperience(experience)}</span>
        </li>
      ))}
    </ol>
  );
}
