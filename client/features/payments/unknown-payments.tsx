import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { Callout } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { Timestamp } from '#client/ui/text/timestamp.tsx';
import type { UnknownPayment } from '#shared/endpoints/payments.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { NoteDialog } from './note-dialog.tsx';

import styles from './logs.module.css';

/** Payments whose order is not in this database: money was taken and no coins were given. */
export function UnknownPayments({ payments }: { payments: readonly UnknownPayment[] }) {
  return payments.map((payment) => <UnknownPaymentNotice key={payment.id} payment={payment} />);
}

function UnknownPaymentNotice({ payment }: { payment: UnknownPayment }) {
  const [isOpen, setIsOpen] = useState(false);
  const { id, sessionId, orderId, player, amount, currency, foundAt } = payment;
  return (
    <Callout
      tone="danger"
      heading={`${formatAmount(amount, currency)} paid for an unknown order`}
      action={
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Mark as Handled
        </Button>
      }
    >
      <p>
        {player === null ? 'The player is unknown.' : `Paid by ${player}.`} Checkout{' '}
        <code className={styles.reference}>{sessionId ?? id}</code>, order{' '}
        <code className={styles.reference}>{orderId}</code>, found <Timestamp at={foundAt} />. No
        coins were given.
      </p>
      <p>
        This can happen after an older backup was restored. Look the payment up at the provider,
        then refund it there, or give the player the coins under Users. Mark it as handled when that
        is done.
      </p>
      {isOpen && (
        <NoteDialog
          title="Mark the Payment as Handled"
          label="What was done"
          hint="Recorded in the audit log. This does not move any money or coins."
          submitLabel="Mark as Handled"
          doneText="The payment is marked as handled."
          onSubmit={(note) =>
            change('shop', 'POST /api/admin/unknown-payments/{id}/handle', {
              params: { id },
              body: { note },
            })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </Callout>
  );
}
