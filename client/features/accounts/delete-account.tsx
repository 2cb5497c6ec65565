import { useQuery } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { useWords } from '#client/lib/words.ts';
import { ActionButton } from '#client/ui/form/action-button.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { daysUntilDeletion } from '#shared/rules/account-deletion.ts';

import { deletionQuery } from './accounts.queries.ts';

/** Once it was requested, the banner above offers to keep the account. */
export function DeleteAccount() {
  const { data } = useQuery(deletionQuery);
  const { coins } = useWords();
  if (!data || data.deleteAfter) return null;
  return (
    <>
      <p>
        Deleting your account removes your name, email address, sessions, levels and messages from
        the site {daysUntilDeletion} days later, and your {coins} are lost. Until then you can log
        in and keep it. Payments, purchases and votes stay without your name.
      </p>
      <Row>
        <ActionButton
          tone="danger"
          action={{
            name: 'Delete Account',
            isCancelable: true,
            ask: `Delete your account in ${daysUntilDeletion} days? Until then you cannot buy, vote or host events. Nobody else can take your name afterwards, and nothing can be restored.`,
            danger: true,
            call: () => call('POST /api/account/deletion', {}),
            refresh: ['me'],
          }}
        />
      </Row>
    </>
  );
}
