import type { ReactNode } from 'react';

import type { IconName } from '#client/ui/icon-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Row } from '#client/ui/layout.tsx';

import styles from './entries.module.css';

type ListProps = {
  /** Shown if there is no entry. */
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
  /** Small buttons at the end. */
  actions?: ReactNode;
};

export function Entry({ icon, text, facts, actions }: EntryProps) {
  return (
    <li className={styles.entry}>
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
