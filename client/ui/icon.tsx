import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon-names.ts';
import iconsUrl from '#client/ui/icons-sprite.svg';
import skillsUrl from '#client/ui/skills-sprite.svg';

import styles from './icon.module.css';

type Props = {
  name: IconName;
  /** Without a label the icon is decorative and hidden from screen readers. */
  label?: string | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  className?: string | undefined;
};

export function Icon({ name, label, size, className }: Props) {
  const [sprite, id] = name.startsWith('skill/') ? [skillsUrl, name.slice(6)] : [iconsUrl, name];
  return (
    <svg
      className={classNames(styles.icon, size && styles[size], className)}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${sprite}#${id}`} />
    </svg>
  );
}
