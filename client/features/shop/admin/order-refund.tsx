import { useMutation } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { FormEvent } from 'react';

import { newKey } from '#client/lib/new-key.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { NumberField } from '#client/ui/text-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { formatCents } from '#shared/payments.ts';
import type { ManagedOrder } from '#shared/payments.ts';

import { isUnanswered } from '../shop.queries.ts';
import { refundOrder } from './admin-shop.queries.ts';

import styles from './logs.module.css';

export function OrderRefund({ order }: { order: ManagedOrder }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        aria-label={`Refund the top-up of ${order.username}`}
        onClick={() => setIsOpen(true)}
      >
        Refund
      </Button>
      {isOpen && <RefundDialog order={order} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type Props = { order: ManagedOrder; onClose: () => void };

function RefundDialog({ order, onClose }: Props) {
  const formId = useId();
  const [dollars, setDollars] = useState((order.refundable / 100).toFixed(2));
  const cents = readCents(dollars, order.refundable);
  const refunding = useRefund(order, onClose);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (cents === undefined || refunding.isPending) return;
    const text = `Are you sure? ${formatCents(cents)} will be refunded to the card of ${order.username} through the payment provider. This cannot be undone.`;
    const isSure = await askConfirm(text, { confirmLabel: 'Yes, refund', tone: 'danger' });
    if (isSure) refunding.mutate(cents);
  }

  return (
    <Dialog
      size="sm"
      title="Refund a top-up"
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            tone="danger"
            disabled={cents === undefined}
            pending={refunding.isPending}
          >
            Refund
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.stack}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <p>
          The Wyncoins are taken back from {order.username} even if they have been spent, so the
          balance may go below zero.
        </p>
        <NumberField
          label="Amount in dollars"
          hint={`At most ${formatCents(order.refundable)}.`}
          min={0.01}
          max={order.refundable / 100}
          step={0.01}
          inputMode="decimal"
          value={dollars}
          onChange={(event) => setDollars(event.target.value)}
        />
        {refunding.error && (
          <Callout tone="danger" live>
            {refunding.error.message}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}

function useRefund({ id, username }: ManagedOrder, onDone: () => void) {
  // Retrying the same amount after a lost answer reuses the key, so that it is refunded once.
  const request = useRef<{ amount: number; key: string }>(undefined);
  return useMutation({
    mutationFn: (amount: number) => {
      if (request.current?.amount !== amount) request.current = { amount, key: newKey() };
      return refundOrder(id, request.current);
    },
    onSuccess: ({ lossesDue }, amount) => {
      const coins = lossesDue ? ' The Wyncoins will be taken back when the provider responds.' : '';
      showToast(`A refund of ${formatCents(amount)} is on its way to ${username}.${coins}`, {
        tone: 'success',
      });
      onDone();
    },
    onError: (error) => {
      if (!isUnanswered(error)) request.current = undefined;
    },
  });
}

/** Undefined unless between one cent and `most`. */
function readCents(dollars: string, most: number): number | undefined {
  const cents = Math.round(Number(dollars) * 100);
  return dollars !== '' && cents >= 1 && cents <= most ? cents : undefined;
}
