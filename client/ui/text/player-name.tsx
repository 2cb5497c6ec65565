import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';

import { Crown } from '#client/ui/text/crown.tsx';
import { ModeIcon, SupporterIcon } from '#client/ui/text/mode-icon.tsx';

import styles from './player-name.module.css';

type Props = {
  name: string;
  rights?: number | undefined;
  /** The key of the player's game mode. */
  mode?: string | undefined;
  /** The id of the player's supporter step. */
  supporter?: number | undefined;
  link?: LinkProps | undefined;
};

export function PlayerName({ name, rights = 0, mode, supporter, link }: Props) {
  return (
    <span className={styles.player}>
      <Crown rights={rights} />
      <ModeIcon mode={mode} />
      <SupporterIcon step={supporter} />
      {link ? (
        <Link {...link} className={styles.link}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
    </span>
  );
}
