import { call } from '#client/lib/api.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';

import styles from './attention-list.module.css';

/** The ledger is checked every hour; the button checks it now. */
export function LedgerCheck({ books }: Pick<AdminOverview, 'books'>) {
  return (
    <div className={styles.fact}>
      <p>
        {books ? (
          <>
            Ledger checked <Timestamp at={books.at} />:{' '}
            {books.isSound ? 'no errors' : 'errors found'}
          </>
        ) : (
          'The ledger has not been checked yet.'
        )}
      </p>
      <ActionButton size="sm" tone="quiet" action={{ name: 'Check Now', call: check }} />
    </div>
  );
}

async function check(): Promise<void> {
  const { check: found } = await call('POST /api/admin/ledger-check', {});
  if (found.isSound) showToast('Ledger checked: no errors.', { tone: 'success' });
  else showToast('The ledger does not add up.', { tone: 'danger' });
}
