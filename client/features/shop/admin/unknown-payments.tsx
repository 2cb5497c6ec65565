import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';

import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { formatMediumDateTime } from '#shared/dates.ts';
import { formatAmount } from '#shared/payments.ts';
import type { UnknownPayment } from '#shared/payments.ts';

import { handleUnknownPayment } from './admin-shop.queries.ts';

import styles from './logs.module.css';

/** Payments whose order is not in this database: money was taken and no coins were given. */
export function UnknownPayments({ payments }: { payments: readonly UnknownPayment[] }) {
  return payments.map((payment) => (
    <div key={payment.id} className={styles.notice}>
      <UnknownPaymentNotice payment={payment} />
    </div>
  ));
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
          Mark as handled
        </Button>
      }
    >
      <p>
        {player === null ? 'The player is unknown.' : `Paid by ${player}.`} Checkout{' '}
        <code className={styles.reference}>{sessionId ?? id}</code>, order{' '}
        <code className={styles.reference}>{orderId}</code>, found{' '}
        <time dateTime={foundAt}>{formatMediumDateTime(foundAt)}</time>. No coins were given.
      </p>
      <p>
        This can happen after an older backup was restored. Look the payment up at the provider,
        then refund it there, or give the player the coins under Users. Mark it as handled when that
        is done.
      </p>
      {isOpen && <HandleDialog payment={payment} onClose={() => setIsOpen(false)} />}
    </Callout>
  );
}

type Props = { payment: UnknownPayment; onClose: () => void };

function HandleDialog({ payment, onClose }: Props) {
  const formId = useId();
  const [note, setNote] = useState('');
  const handling = useMutation({
    mutationFn: () => handleUnknownPayment(payment.id, note),
    onSuccess: () => {
      showToast('The payment is marked as handled.', { tone: 'success' });
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!handling.isPending) handling.mutate();
  }
  return (
    <Dialog
      title="Mark the payment as handled"
      size="sm"
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            tone="primary"
            disabled={note.trim() === ''}
            pending={handling.isPending}
          >
            Mark as handled
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} onSubmit={submit}>
        <TextareaField
          required
          label="What was done"
          hint="Recorded in the audit log. This does not move any money or coins."
          rows={3}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {handling.error && (
          <Callout tone="danger" live>
            {handling.error.message}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}
