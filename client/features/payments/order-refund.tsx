import { useRef, useState } from 'react';

import type { Checked } from '#client/lib/form.ts';
import { useForm } from '#client/lib/form.ts';
import { isUnanswered, newKey } from '#client/lib/new-key.ts';
import { useWords } from '#client/lib/words.ts';
import { Button } from '#client/ui/form/button.tsx';
import { FormDialog } from '#client/ui/form/form.tsx';
import { NumberField } from '#client/ui/form/text-field.tsx';
import { askConfirm } from '#client/ui/overlay/dialog-service.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';

import { refundOrder } from './admin-payments.queries.ts';

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

export function RefundDialog({ order, onClose }: Props) {
  const { id, username, refundable, currency } = order;
  const words = useWords();
  const [money, setMoney] = useState((refundable / 100).toFixed(2));
  const cents = readCents(money, refundable);
  // Retrying the same amount after a lost answer reuses the key, so that it is refunded once.
  const request = useRef<{ amount: number; key: string }>(undefined);
  const form = useForm({
    check: (): Checked<number> => (cents === undefined ? { errors: {} } : { data: cents }),
    send: async (amount) => {
      const text = `Are you sure? ${formatAmount(amount, currency)} will be refunded to the card of ${username} through the payment provider. This cannot be undone.`;
      const isSure = await askConfirm(text, { confirmLabel: 'Yes, Refund', tone: 'danger' });
      if (!isSure) return;
      if (request.current?.amount !== amount) request.current = { amount, key: newKey() };
      try {
        const { lossesDue } = await refundOrder(id, request.current);
        const coins = lossesDue
          ? ` The ${words.coins} will be taken back when the provider responds.`
          : '';
        showToast(
          `A refund of ${formatAmount(amount, currency)} is on its way to ${username}.${coins}`,
          {
            tone: 'success',
          },
        );
        onClose();
      } catch (error) {
        if (!isUnanswered(error)) request.current = undefined;
        throw error;
      }
    },
  });
  return (
    <FormDialog
      form={form}
      title="Refund a Top-Up"
      submitLabel="Refund"
      tone="danger"
      disabled={cents === undefined}
      onClose={onClose}
    >
      <p>
        The {words.coins} are taken back from {username} even if they have been spent, so the
        balance may go below zero.
      </p>
      <NumberField
        label={currency === 'usd' ? 'Amount in dollars' : `Amount in ${currency.toUpperCase()}`}
        hint={`At most ${formatAmount(refundable, currency)}.`}
        min={0.01}
        max={refundable / 100}
        step={0.01}
        inputMode="decimal"
        value={money}
        onChange={(event) => setMoney(event.target.value)}
      />
    </FormDialog>
  );
}

/** Undefined unless between one cent and `most`. */
function readCents(money: string, most: number): number | undefined {
  const cents = Math.round(Number(money) * 100);
  return money !== '' && cents >= 1 && cents <= most ? cents : undefined;
}
