import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon-names.ts';
import iconsUrl from '#client/ui/icons-sprite.svg';
import skillsUrl from '#client/ui/skills-sprite.svg';
import { skills } from '#shared/skills.ts';

import styles from './icon.module.css';

type Props = {
  name: IconName;
  /** Without a label the icon is decorative and hidden from screen readers. */
  label?: string | undefined;
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  className?: string | undefined;
};

// A separate sprite: it is larger than the other one, and few pages need it.
const skillNames = new Set<string>(skills.map((skill) => skill.toLowerCase()));

export function Icon({ name, label, size, className }: Props) {
  return (
    <svg
      className={classNames(styles.icon, size && styles[size], className)}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${skillNames.has(name) ? skillsUrl : iconsUrl}#${name}`} />
    </svg>
  );
}
