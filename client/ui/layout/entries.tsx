import type { ReactNode } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';

import styles from './entries.module.css';

type ListProps = {
  empty?: string | undefined;
  children: ReactNode[];
};

/** A short list without columns: a line between the entries, which are `Entry` elements. */
export function Entries({ empty, children }: ListProps) {
  return children.length === 0 ? (
    <p className={styles.empty}>{empty}</p>
  ) : (
    <ul className={styles.list}>{children}</ul>
  );
}

type EntryProps = {
  icon?: IconName | undefined;
  text: ReactNode;
  /** Below the text: when, where, by whom. */
  facts?: ReactNode;
  actions?: ReactNode;
  /** The actions are below the text where there is little room. An icon does that too. */
  wraps?: boolean | undefined;
};

export function Entry({ icon, text, facts, actions, wraps = icon !== undefined }: EntryProps) {
  return (
    <li className={classNames(styles.entry, wraps && styles.wraps)} data-row>
      {icon && <Icon name={icon} size="md" className={styles.icon} />}
      <div className={styles.body}>
        <p className={styles.text}>{text}</p>
        {facts && <p className={styles.facts}>{facts}</p>}
      </div>
      {actions && (
        <Row gap={2} className={styles.actions}>
          {actions}
        </Row>
      )}
    </li>
  );
}
