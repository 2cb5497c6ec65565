import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { FormEvent } from 'react';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { Button } from '#client/ui/button.tsx';
import { Callout } from '#client/ui/callout.tsx';
import { showAlert } from '#client/ui/dialog-service.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Menu } from '#client/ui/menu.tsx';
import type { MenuItem } from '#client/ui/menu.tsx';
import { TextareaField } from '#client/ui/textarea-field.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { disputeSandboxOrder, resolveOrder } from '#shared/payments.ts';
import type { ManagedOrder } from '#shared/payments.ts';

import styles from './logs.module.css';

type Outcome = 'opened' | 'won' | 'lost';

/** Rare actions: closing a review and, in the sandbox, simulating disputes. */
export function OrderMenu({ order }: { order: ManagedOrder }) {
  const [isResolving, setIsResolving] = useState(false);
  const disputing = useMutation({
    mutationFn: async (outcome: Outcome) => {
      await call(disputeSandboxOrder, { params: { id: order.id }, body: { outcome } });
      await queryClient.invalidateQueries({ queryKey: ['shop', 'orders'] });
    },
    onError: (error) => void showAlert(error.message),
  });
  const items: MenuItem[] = [
    ...(order.reviewReason !== null
      ? [
          {
            label: 'Close the review',
            icon: 'check' as const,
            onSelect: () => setIsResolving(true),
          },
        ]
      : []),
    ...outcomesFor(order).map(({ outcome, label }) => ({
      label,
      icon: 'shield' as const,
      onSelect: () => disputing.mutate(outcome),
    })),
  ];
  return (
    <>
      {items.length > 0 && (
        <Menu
          size="sm"
          tone="quiet"
          icon="chevron-down"
          align="end"
          label={`More actions for the top-up of ${order.username}`}
          items={items}
        />
      )}
      {isResolving && <ResolveDialog order={order} onClose={() => setIsResolving(false)} />}
    </>
  );
}

function outcomesFor({
  mode,
  state,
  dispute,
}: ManagedOrder): { outcome: Outcome; label: string }[] {
  if (mode !== 'sandbox' || state !== 'paid') return [];
  if (dispute === 'open') {
    return [
      { outcome: 'won', label: 'Sandbox: dispute won' },
      { outcome: 'lost', label: 'Sandbox: dispute lost' },
    ];
  }
  return dispute === null ? [{ outcome: 'opened', label: 'Sandbox: open a dispute' }] : [];
}

function ResolveDialog({ order, onClose }: { order: ManagedOrder; onClose: () => void }) {
  const formId = useId();
  const [note, setNote] = useState('');
  const resolving = useMutation({
    mutationFn: async () => {
      await call(resolveOrder, { params: { id: order.id }, body: { note } });
      await queryClient.invalidateQueries({ queryKey: ['shop', 'orders'] });
    },
    onSuccess: () => {
      showToast('The review was closed.', { tone: 'success' });
      onClose();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!resolving.isPending) resolving.mutate();
  }
  return (
    <Dialog
      title="Close the review"
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
            pending={resolving.isPending}
          >
            Close review
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.stack} onSubmit={submit}>
        <p>{order.reviewReason}</p>
        <TextareaField
          required
          label="Result of the review"
          hint="Recorded in the audit log. This does not change any balance."
          rows={3}
          maxLength={300}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        {resolving.error && (
          <Callout tone="danger" live>
            {resolving.error.message}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}
