import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { formatDateTime } from '#client/lib/dates.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { ActionButton } from '#client/ui/form/action-button.tsx';

import { deletionQuery } from './accounts.queries.ts';

import styles from './deletion-banner.module.css';

export function DeletionBanner() {
  const { data } = useQuery(deletionQuery);
  if (!data?.deleteAfter) return null;
  return (
    <div className={styles.banner}>
      <Callout
        tone="danger"
        heading={`Your account will be deleted on ${formatDateTime(data.deleteAfter)}`}
        action={
          <ActionButton
            size="sm"
            action={{
              name: 'Keep My Account',
              call: () => call('DELETE /api/account/deletion', {}),
              done: 'Your account stays.',
              refresh: ['me'],
            }}
          />
        }
      >
        Until then you cannot buy, vote or host events. You can still play and collect what you
        bought.
      </Callout>
    </div>
  );
}
