import { useMutation, useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { formatDateTime } from '#client/lib/dates.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { showToast } from '#client/ui/toast.tsx';

import { deletionQuery, refreshAccount } from './accounts.queries.ts';

import styles from './deletion-banner.module.css';

/** Shown on the profile, where players arrive after logging in. */
export function DeletionBanner() {
  const { data } = useQuery(deletionQuery);
  const keeping = useMutation({
    mutationFn: () => call('DELETE /api/account/deletion', {}),
    onSuccess: () => showToast('Your account stays.', { tone: 'success' }),
    onSettled: refreshAccount,
  });
  if (!data?.deleteAfter) return null;
  return (
    <div className={styles.banner}>
      <Callout
        tone="danger"
        heading={`Your account will be deleted on ${formatDateTime(data.deleteAfter)}`}
        action={
          <Button size="sm" pending={keeping.isPending} onClick={() => keeping.mutate()}>
            Keep My Account
          </Button>
        }
      >
        {keeping.error?.message ??
          'Until then you cannot buy, vote or host events. You can still play and collect what you bought.'}
      </Callout>
    </div>
  );
}
