import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { rights as ranks } from '#shared/rules/permissions.ts';

import styles from './crown.module.css';

type Props = { rights: number; className?: string | undefined };

/** Silver for player moderators, gold for higher ranks, nothing for players. */
export function Crown({ rights, className }: Props) {
  if (rights < ranks.moderator) return null;
  const silver = rights === ranks.moderator;
  return (
    <Icon
      name="crown"
      label={silver ? 'Silver crown' : 'Gold crown'}
      className={classNames(styles.crown, silver ? styles.silver : styles.gold, className)}
    />
  );
}
