import { useState } from 'react';

import { call } from '#client/lib/api.ts';
import { formatDateTime } from '#client/lib/dates.ts';
import { checkValues, useForm } from '#client/lib/form.ts';
import { useAction } from '#client/lib/use-action.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { TextareaField } from '#client/ui/form/textarea-field.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Facts } from '#client/ui/text/facts.tsx';
import { decideAppeal, inboxLimits } from '#shared/endpoints/inbox.ts';
import type { Thread } from '#shared/endpoints/inbox.ts';

type Props = { thread: Thread };

/** The ban or mute that is appealed, and the decision. */
export function AppealPanel({ thread }: Props) {
  const { sanction, isAccepted, decidedBy, state } = thread;
  return (
    <Panel variant="plain" heading={sanction?.kind === 'mute' ? 'Mute' : 'Ban'} icon="lock">
      <Stack gap={4}>
        {sanction && (
          <>
            <p>{sanction.reason}</p>
            <Facts
              inline
              facts={{
                By: sanction.issuedBy,
                Since: formatDateTime(sanction.issuedAt),
                Until: sanction.expiresAt ? formatDateTime(sanction.expiresAt) : 'Permanent',
                State: !sanction.isInForce && 'No longer in force',
              }}
            />
          </>
        )}
        {isAccepted !== null && (
          <Callout tone={isAccepted ? 'success' : 'warning'}>
            {isAccepted ? 'Accepted' : 'Refused'} by {decidedBy ?? 'a deleted account'}.
          </Callout>
        )}
        {isAccepted === null && state !== 'closed' && <Decision thread={thread} />}
      </Stack>
    </Panel>
  );
}

function Decision({ thread }: Props) {
  const [isAccepted, setIsAccepted] = useState<boolean>();
  if (thread.refusal !== null) return <Callout>{thread.refusal}</Callout>;
  return (
    <Row gap={2}>
      <Button size="sm" onClick={() => setIsAccepted(true)}>
        Accept and Lift
      </Button>
      <Button size="sm" onClick={() => setIsAccepted(false)}>
        Refuse
      </Button>
      {isAccepted !== undefined && (
        <DecisionDialog {...{ thread, isAccepted }} onClose={() => setIsAccepted(undefined)} />
      )}
    </Row>
  );
}

type DialogProps = Props & { isAccepted: boolean; onClose: () => void };

function DecisionDialog({ thread, isAccepted, onClose }: DialogProps) {
  const { run } = useAction();
  // The version that the person has read. After a refusal of the server, the one that is shown now.
  const [base, setBase] = useState<number | undefined>(thread.version);
  const params = { id: String(thread.id) };
  const form = useForm({
    check: ({ reason = '' }) =>
      isAccepted || reason.trim()
        ? checkValues(decideAppeal.body!, { isAccepted, reason, version: base ?? thread.version })
        : { errors: { reason: 'Enter a reason.' } },
    send: (body) =>
      run({
        call: () => call('POST /api/admin/inbox/{id}/decision', { params, body }),
        done: isAccepted ? 'Accepted and lifted.' : 'Refused.',
      }),
    onDone: (isDone) => (isDone ? onClose() : setBase(undefined)),
  });
  return (
    <FormDialog
      form={form}
      title={isAccepted ? 'Accept the Appeal' : 'Refuse the Appeal'}
      submitLabel={isAccepted ? 'Accept and Lift' : 'Refuse'}
      tone={isAccepted ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <TextareaField
        required={!isAccepted}
        {...form.field('reason')}
        label={isAccepted ? 'Answer' : 'Reason'}
        hint={`${thread.player} reads it.`}
        rows={4}
        maxLength={inboxLimits.text}
      />
    </FormDialog>
  );
}
