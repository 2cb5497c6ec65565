import { call } from '#client/lib/api.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { RestoreReport } from '#shared/endpoints/dashboard.ts';

import styles from './attention-list.module.css';

const dismiss = { name: 'Dismiss', call: () => call('DELETE /api/admin/restore-report', {}) };

export function RestoreLines({ restore }: { restore: RestoreReport }) {
  const { at, backup, madeAt, leaving, erased, staying, renamed, reserved, notRenamed } = restore;
  return (
    <>
      <span className={styles.detail}>
        <Timestamp at={at} />, from {backup} of <Timestamp at={madeAt} />
      </span>
      <span className={styles.detail}>
        Deletions since the backup, applied again: {leaving} asked for, {erased} carried out,{' '}
        {staying} withdrawn.
      </span>
      <span className={styles.detail}>
        Names since the backup: {renamed} renamed again, {reserved} of new players reserved.
      </span>
      {notRenamed.map(({ from, to }) => (
        <span key={from} className={styles.detail}>
          <strong>{from}</strong> was renamed to {to} since the backup, but another player has that
          name now. Give one of them another name.
        </span>
      ))}
      <span className={styles.detail}>
        The remaining steps are in docs/operations.md, under “After a restore”.
      </span>
      <ActionButton action={dismiss} size="sm" tone="quiet" />
    </>
  );
}
