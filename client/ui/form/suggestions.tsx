import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import type { useCombobox } from '#client/ui/form/combobox.ts';
import { ModeIcon } from '#client/ui/text/mode-icon.tsx';

import styles from './suggestions.module.css';

type Props = {
  label: string;
  combobox: Pick<ReturnType<typeof useCombobox>, 'activeIndex' | 'listProps' | 'optionProps'>;
  options: readonly { name: string; detail: string; mode?: string | undefined }[];
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
        {options.map(({ name, detail, mode }, at) => (
          <li
            key={`${name} ${detail}`}
            {...combobox.optionProps(at)}
            className={classNames(styles.option, at === combobox.activeIndex && styles.active)}
          >
            <span>
              {name}
              {mode && ' '}
              <ModeIcon mode={mode} />
            </span>
            <span className={styles.detail}>{detail}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
