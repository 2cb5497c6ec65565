import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { AuditEntry } from '#shared/endpoints/audit.ts';
import { formatUsername, usernamePattern } from '#shared/rules/usernames.ts';

import { describeAction, describeSubject, diffOf, foldText } from './audit-diff.ts';
import type { DiffRow } from './audit-diff.ts';

import styles from './audit-entries.module.css';

type Props = {
  entries: readonly AuditEntry[];
  hideSubject?: boolean | undefined;
  /** One line per entry, for the dashboard. */
  isShort?: boolean | undefined;
};

export function AuditEntries({ entries, hideSubject, isShort }: Props) {
  return (
    <ol className="sans">
      {entries.map((entry) => (
        <li key={entry.id} className={classNames(styles.entry, isShort && styles.short)}>
          <Row as="p" className={styles.line}>
            <Text as="strong" tone="bright">
              {formatUsername(entry.actor)}
            </Text>
            <Chip tone={toneOf(entry.action)}>{describeAction(entry.action)}</Chip>
            {!hideSubject && !isShort && <Subject entry={entry} />}
          </Row>
          {!isShort && <Diff rows={diffOf(entry.before, entry.after)} />}
          <Row as="p" className={styles.facts}>
            {isShort && <Subject entry={entry} />}
            <Timestamp at={entry.at} />
            {!isShort && entry.ip && <span>from {entry.ip}</span>}
            {!isShort && <span>entry {entry.id.toLocaleString('en')}</span>}
          </Row>
        </li>
      ))}
    </ol>
  );
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { action, subject } = entry;
  if (!subject) return null;
  const isPlayer = /^(accounts|sanctions)\//.test(action) && usernamePattern.test(subject);
  if (!isPlayer) return <span className={styles.subject}>{describeSubject(entry)}</span>;
  return (
    <Link to="/admin/manage/$username" params={{ username: subject }} className={styles.subject}>
      {formatUsername(subject)}
    </Link>
  );
}

function Diff({ rows }: { rows: DiffRow[] }) {
  if (rows.length === 0) return null;
  return (
    <dl className={styles.diff}>
      {rows.map(({ field, before, after }) => (
        <div key={field} className={styles.change}>
          <Text as="dt" tone="muted">
            {field}
          </Text>
          <Row as="dd" gap={2} align="baseline" className={styles.values}>
            {before !== undefined && (
              <del className={styles.old}>
                <span className="visually-hidden">was </span>
                <Value text={before} />
              </del>
            )}
            {before !== undefined && after !== undefined && (
              <Icon name="arrow-right" className={styles.arrow} />
            )}
            {after !== undefined && (
              <ins className={styles.new}>
                <span className="visually-hidden">now </span>
                <Value text={after} />
              </ins>
            )}
          </Row>
        </div>
      ))}
    </dl>
  );
}

/** A long value, such as a list of names, is folded. */
function Value({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const start = foldText(text);
  if (!start) return text;
  return (
    <>
      {isOpen ? text : start}{' '}
      <Button size="sm" tone="quiet" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? 'Show Less' : 'Show All'}
      </Button>
    </>
  );
}

function toneOf(action: string): 'blood' | 'gold' | 'neutral' {
  if (/(banned|muted|deleted|removed|revoked|kicked)$/.test(action)) {
    return /un(banned|muted)$/.test(action) ? 'neutral' : 'blood';
  }
  return /(rights|coins|adjust|refund|token|manager)/.test(action) ? 'gold' : 'neutral';
}
