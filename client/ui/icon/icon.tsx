import { useBrand } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import iconsUrl from '#client/ui/icon/icons-sprite.svg';
import skillsUrl from '#client/ui/icon/skills-sprite.svg';

import styles from './icon.module.css';

type Props = {
  name: IconName;
  /** Show our coin, also if the owner has another one. */
  isOurs?: boolean;
  /** Without a label the icon is decorative and hidden from screen readers. */
  label?: string | undefined;
  size?: 'sm' | 'md' | 'lg' | undefined;
  className?: string | undefined;
};

export function Icon({ name, isOurs, label, size, className }: Props) {
  const brand = useBrand();
  const own = !isOurs && /^coins?$/.test(name) ? brand : null;
  const [sprite, id] = name.startsWith('skill/')
    ? [skillsUrl, name.slice(6)]
    : [iconsUrl, own?.coinIcon ?? name];
  return (
    <svg
      className={classNames(styles.icon, size && styles[size], className)}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {own?.coinPicture ? (
        <image href={own.coinPicture} width="100%" height="100%" />
      ) : (
        <use href={`${sprite}#${id}`} />
      )}
    </svg>
  );
}
