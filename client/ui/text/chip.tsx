import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';

import tones from '#client/ui/tones.module.css';
import styles from './chip.module.css';

type Props = {
  tone?: 'neutral' | 'gold' | 'moss' | 'ember' | 'blood' | 'sky' | undefined;
  icon?: IconName | undefined;
  /** A dot instead of an icon, for something live. */
  dot?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
};

export function Chip({ tone = 'neutral', icon, dot, className, children }: Props) {
  return (
    <span className={classNames(styles.chip, tones[tone], className)}>
      {dot && <span className={styles.dot} aria-hidden="true" />}
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
