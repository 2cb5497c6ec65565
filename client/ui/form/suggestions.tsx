import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import type { useCombobox } from '#client/ui/form/combobox.ts';

import styles from './suggestions.module.css';

type Props = {
  label: string;
  combobox: Pick<ReturnType<typeof useCombobox>, 'activeIndex' | 'listProps' | 'optionProps'>;
  options: readonly { name: string; detail: string }[];
  /** Opens upwards, so that it does not cover a button below the field. */
  above?: boolean;
  children: ReactNode;
};

export function Suggestions({ label, combobox, options, above, children }: Props) {
  return (
    <div className={styles.holder}>
      {children}
      <ul
        {...combobox.listProps}
        aria-label={label}
        hidden={options.length === 0}
        className={classNames(styles.list, above ? styles.above : styles.below)}
      >
        {options.map(({ name, detail }, at) => (
          <li
            key={`${name} ${detail}`}
            {...combobox.optionProps(at)}
            className={classNames(styles.option, at === combobox.activeIndex && styles.active)}
          >
            <span>{name}</span>
            <span className={styles.detail}>{detail}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
