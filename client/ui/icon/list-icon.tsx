import { classNames } from '#client/ui/class-names.ts';
import listsUrl from '#client/ui/icon/lists-sprite.svg';
import type { LabelTone } from '#shared/rules/labels.ts';
import type { ListIcon as ListIconName } from '#shared/rules/list-icons.ts';

import tones from '#client/ui/tones.module.css';
import icons from './icon.module.css';
import styles from './list-icon.module.css';

type Props = {
  name: ListIconName;
  size?: 'sm' | 'md' | 'lg' | undefined;
  /** By default that of the text. */
  colour?: LabelTone | undefined;
  label?: string | undefined;
  className?: string | undefined;
};

/** The icon of a game mode or a counter. Apart from `Icon`, because the first load needs none of them. */
export function ListIcon({ name, size, colour, label, className }: Props) {
  const tint = colour && [styles.tinted, tones[colour]];
  return (
    <svg
      className={classNames(icons.icon, size && icons[size], ...(tint ?? []), className)}
      focusable="false"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <use href={`${listsUrl}#${name}`} />
    </svg>
  );
}
