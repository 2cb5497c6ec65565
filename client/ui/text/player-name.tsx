import type { ReactNode } from 'react';

import { Crown } from '#client/ui/text/crown.tsx';

import styles from './player-name.module.css';

type Props = {
  name: string;
  rights?: number | undefined;
  /** Wraps the name in a link: `render: (props) => <Link to=… {...props} />`. */
  render?:
    | ((props: { className: string | undefined; children: ReactNode }) => ReactNode)
    | undefined;
};

export function PlayerName({ name, rights = 0, render }: Props) {
  return (
    <span className={styles.player}>
      <Crown rights={rights} />
      {render ? render({ className: styles.link, children: name }) : <span>{name}</span>}
    </span>
  );
}
