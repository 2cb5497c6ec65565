import { Link } from '@tanstack/react-router';

import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';
import { describeSize } from '#shared/rules/sizes.ts';

import styles from './attention-list.module.css';

type Props = { backup: NonNullable<AdminOverview['backup']> };

export function LastBackup({ backup: { everyHours, last } }: Props) {
  return (
    <p className={styles.fact}>
      {last ? (
        <span>
          Last backup <Timestamp at={last.at} />: {describeSize(last.bytes)} in {last.place}
        </span>
      ) : (
        everyHours > 0 && 'No backup has been made yet.'
      )}
      {everyHours === 0 && <span>The site does not make backups by itself yet.</span>}
      <Link to="/admin/server" search={{ view: 'backups' }}>
        {everyHours === 0 ? 'Set up backups' : 'All backups'}
      </Link>
    </p>
  );
}
