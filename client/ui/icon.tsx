import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon-names.ts';
import spriteUrl from '#client/ui/icons-sprite.svg';

import styles from './icon.module.css';

type Props = {
  name: IconName;
  /** Left out, the icon is decoration and hidden from assistive technology. */
  label?: string | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  className?: string | undefined;
};

export function Icon({ name, label, size, className }: Props) {
  return (
    <svg
      className={classNames(styles.icon, size && styles[size], className)}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  );
}
