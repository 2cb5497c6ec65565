import { useMutation } from '@tanstack/react-query';

import { Button } from '#client/ui/button.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Moment } from '#client/ui/moment.tsx';
import { showToast } from '#client/ui/toast.tsx';
import type { AdminOverview } from '#shared/admin.ts';

import { checkBooks } from './admin.queries.ts';

import styles from './concern-list.module.css';

/** Coins are counted through every hour; whoever wants to know now need not wait. */
export function BooksCheck({ books }: Pick<AdminOverview, 'books'>) {
  const checking = useMutation({
    mutationFn: checkBooks,
    onSuccess: (isSound) => {
      if (isSound) showToast('Every coin is accounted for.', { tone: 'success' });
      else showToast('The books are not sound.', { tone: 'danger' });
    },
    onError: (error) => void showAlert(error.message),
  });
  return (
    <div className={styles.books}>
      <p>
        {books ? (
          <>
            Books {books.isSound ? 'found sound' : 'checked'} <Moment at={books.at} />
          </>
        ) : (
          'The books have not been checked yet.'
        )}
      </p>
      <Button size="sm" tone="quiet" pending={checking.isPending} onClick={() => checking.mutate()}>
        Check now
      </Button>
    </div>
  );
}
