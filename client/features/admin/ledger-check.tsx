import { useMutation } from '@tanstack/react-query';

import { Button } from '#client/ui/button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { AdminOverview } from '#shared/dashboard.ts';

import { runLedgerCheck } from './admin.queries.ts';

import styles from './attention-list.module.css';

/** The ledger is checked every hour; the button checks it now. */
export function LedgerCheck({ books }: Pick<AdminOverview, 'books'>) {
  const checking = useMutation({
    mutationFn: runLedgerCheck,
    onSuccess: (isSound) => {
      if (isSound) showToast('Ledger checked: no errors.', { tone: 'success' });
      else showToast('The ledger does not add up.', { tone: 'danger' });
    },
    onError: (error) => void showAlert(error.message),
  });
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
      <Button size="sm" tone="quiet" pending={checking.isPending} onClick={() => checking.mutate()}>
        Check Now
      </Button>
    </div>
  );
}
