import { useMutation, useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { unlessCanceled } from '#client/lib/fresh-sign-in.ts';
import { coinsWord } from '#client/lib/words.ts';
import { Button } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Row } from '#client/ui/layout.tsx';
import { daysUntilDeletion } from '#shared/account-deletion.ts';

import { deletionQuery, refreshAccount } from './accounts.queries.ts';

/** Once it was requested, the banner above offers to keep the account. */
export function DeleteAccount() {
  const { data } = useQuery(deletionQuery);
  const deleting = useMutation({ mutationFn: requestDeletion, onSettled: refreshAccount });
  if (!data || data.deleteAfter) return null;
  return (
    <>
      <p>
        Deleting your account removes your name, email address, sessions, levels and messages from
        the site {daysUntilDeletion} days later, and your {coinsWord()} are lost. Until then you can
        log in and keep it. Payments, purchases and votes stay without your name.
      </p>
      <Failure error={deleting.error} />
      <Row>
        <Button tone="danger" pending={deleting.isPending} onClick={() => deleting.mutate()}>
          Delete Account
        </Button>
      </Row>
    </>
  );
}

async function requestDeletion(): Promise<void> {
  const isSure = await askConfirm(
    `Delete your account in ${daysUntilDeletion} days? Until then you cannot buy, vote or host events. Nobody can get your name afterwards, and nothing can be brought back.`,
    { confirmLabel: 'Delete Account', tone: 'danger' },
  );
  if (isSure) await unlessCanceled(call('POST /api/account/deletion', {}));
}
