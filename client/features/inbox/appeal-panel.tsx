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
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import { decideAppeal, inboxLimits } from '#shared/endpoints/inbox.ts';
import type { Thread } from '#shared/endpoints/inbox.ts';

import { paramsOf } from './admin-inbox.queries.ts';

type Props = { thread: Thread };

/** The ban or mute that is appealed, and the decision. */
export function AppealPanel({ thread }: Props) {
  const { sanction, isAccepted, decidedBy, state } = thread;
  return (
    <Panel variant="plain" heading="Appeal" icon="shield">
      <Stack gap={4}>
        {sanction ? (
          <Facts
            inline
            facts={{
              [sanction.kind === 'ban' ? 'Ban' : 'Mute']: sanction.reason,
              By: sanction.issuedBy,
              Since: <Timestamp at={sanction.issuedAt} />,
              Until: sanction.expiresAt ? formatDateTime(sanction.expiresAt) : 'Permanent',
              State: !sanction.isInForce && 'No longer in force',
            }}
          />
        ) : (
          <p>The ban or mute no longer exists.</p>
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
  const [decision, setDecision] = useState<boolean>();
  if (thread.refusal !== null) return <Callout>{thread.refusal}</Callout>;
  return (
    <Row gap={2}>
      <Button size="sm" icon="check" onClick={() => setDecision(true)}>
        Accept and Lift
      </Button>
      <Button size="sm" icon="close" onClick={() => setDecision(false)}>
        Refuse
      </Button>
      {decision !== undefined && (
        <DecisionDialog
          thread={thread}
          isAccepted={decision}
          onClose={() => setDecision(undefined)}
        />
      )}
    </Row>
  );
}

type DialogProps = Props & { isAccepted: boolean; onClose: () => void };

function DecisionDialog({ thread, isAccepted, onClose }: DialogProps) {
  const { run } = useAction();
  const { player } = thread;
  // The version that the person has read. A refusal of the server asks to read the new one.
  const [base, setBase] = useState<number | undefined>(thread.version);
  const form = useForm({
    check: ({ reason = '' }) =>
      isAccepted || reason.trim()
        ? checkValues(decideAppeal.body!, { isAccepted, reason, version: base ?? thread.version })
        : { errors: { reason: 'Enter a reason.' } },
    send: async (body) => {
      const params = paramsOf(thread);
      const isDone = await run({
        call: () => call('POST /api/admin/inbox/{id}/decision', { params, body }),
        done: isAccepted ? 'Accepted and lifted.' : 'Refused.',
      });
      if (isDone) onClose();
      else setBase(undefined);
    },
  });
  return (
    <FormDialog
      form={form}
      title={isAccepted ? 'Accept the Appeal' : 'Refuse the Appeal'}
      submitLabel={isAccepted ? 'Accept and Lift' : 'Refuse'}
      tone={isAccepted ? 'primary' : 'danger'}
      onClose={onClose}
    >
      <p>
        {isAccepted
          ? `The ${thread.sanction?.kind ?? 'sanction'} is lifted, and the game is told.`
          : `The ${thread.sanction?.kind ?? 'sanction'} stays, and the appeal is closed.`}
      </p>
      <TextareaField
        required={!isAccepted}
        {...form.field('reason')}
        label={isAccepted ? 'Answer' : 'Reason'}
        hint={`${player} reads it.`}
        rows={4}
        maxLength={inboxLimits.text}
      />
    </FormDialog>
  );
}
