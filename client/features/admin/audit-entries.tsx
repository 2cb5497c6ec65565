import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Button } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { AuditEntry } from '#shared/endpoints/audit.ts';
import { formatUsername, usernamePattern } from '#shared/rules/usernames.ts';

import { describeAction, describeSubject, diffOf, foldText } from './audit-diff.ts';
import type { DiffRow } from './audit-diff.ts';

import styles from './audit-entries.module.css';

type Props = { entries: readonly AuditEntry[]; hideSubject?: boolean | undefined };

/** One line per entry, which opens to what changed. */
export function AuditEntries({ entries, hideSubject }: Props) {
  return (
    <ol className="sans">
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry} data-row>
          <details>
            <summary className={styles.line}>
              <Icon name="chevron-right" className={styles.marker} />
              <Text as="strong" tone="bright">
                {formatUsername(entry.actor)}
              </Text>
              <Chip tone={toneOf(entry.action)}>{describeAction(entry.action)}</Chip>
              <span className={styles.subject}>{!hideSubject && nameSubject(entry)}</span>
              <span className={styles.time}>
                <Timestamp at={entry.at} />
              </span>
            </summary>
            <Stack gap={2} className={styles.opened}>
              <Diff rows={diffOf(entry.before, entry.after)} />
              <Row as="p" className={styles.facts}>
                {isAboutPlayer(entry) && !hideSubject && (
                  <Link to="/admin/manage/$username" params={{ username: entry.subject ?? '' }}>
                    Manage {nameSubject(entry)}
                  </Link>
                )}
                {entry.ip && <span>from {entry.ip}</span>}
                <span>entry {entry.id.toLocaleString('en')}</span>
              </Row>
            </Stack>
          </details>
        </li>
      ))}
    </ol>
  );
}

function isAboutPlayer({ action, subject }: AuditEntry): boolean {
  return /^(accounts|sanctions)\//.test(action) && usernamePattern.test(subject ?? '');
}

function nameSubject(entry: AuditEntry): string {
  return isAboutPlayer(entry) ? formatUsername(entry.subject ?? '') : describeSubject(entry);
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
