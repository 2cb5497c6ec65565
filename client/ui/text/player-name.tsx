import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';

import { Crown } from '#client/ui/text/crown.tsx';

import styles from './player-name.module.css';

type Props = {
  name: string;
  rights?: number | undefined;
  link?: LinkProps | undefined;
};

export function PlayerName({ name, rights = 0, link }: Props) {
  return (
    <span className={styles.player}>
      <Crown rights={rights} />
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
