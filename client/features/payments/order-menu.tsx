import { useState } from 'react';

import { change } from '#client/lib/change.ts';
import { useAction } from '#client/lib/use-action.ts';
import { linkItem } from '#client/ui/overlay/menu-link.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import type { MenuItem } from '#client/ui/overlay/menu.tsx';
import type { ManagedOrder } from '#shared/endpoints/payments.ts';

import { NoteDialog } from './note-dialog.tsx';

const outcomes = {
  opened: 'Sandbox: open a dispute',
  won: 'Sandbox: dispute won',
  lost: 'Sandbox: dispute lost',
};

type Outcome = keyof typeof outcomes;

/** Ways to what belongs to it, and rare actions: closing a review and, in the sandbox, simulating disputes. */
export function OrderMenu({ order }: { order: ManagedOrder }) {
  const [isResolving, setIsResolving] = useState(false);
  const { run } = useAction();
  const { username } = order;
  const items: (MenuItem | false)[] = [
    linkItem('Manage the player', 'user', {
      to: '/admin/manage/$username',
      params: { username },
    }),
    linkItem('Top-ups of this player', 'coin', {
      to: '/admin/shop-logs',
      search: { view: 'top-ups', player: username },
    }),
    order.reviewReason !== null && {
      label: 'Close the review',
      icon: 'check',
      onSelect: () => setIsResolving(true),
    },
    ...outcomesFor(order).map((outcome) => ({
      label: outcomes[outcome],
      icon: 'shield' as const,
      onSelect: () =>
        void run({
          call: () =>
            change('shop', 'POST /api/admin/sandbox/orders/{id}/dispute', {
              params: { id: order.id },
              body: { outcome },
            }),
        }),
    })),
  ];
  return (
    <>
      <Menu
        size="sm"
        tone="quiet"
        icon="more"
        align="end"
        label={`More actions for the top-up of ${username}`}
        items={items}
      />
      {isResolving && (
        <NoteDialog
          title="Close the Review"
          label="Result of the review"
          hint="Recorded in the audit log. This does not change any balance."
          submitLabel="Close Review"
          doneText="The review was closed."
          onSubmit={(note) =>
            change('shop', 'POST /api/admin/orders/{id}/resolve', {
              params: { id: order.id },
              body: { note },
            })
          }
          onClose={() => setIsResolving(false)}
        >
          <p>{order.reviewReason}</p>
        </NoteDialog>
      )}
    </>
  );
}

function outcomesFor({ mode, state, dispute }: ManagedOrder): Outcome[] {
  if (mode !== 'sandbox' || state !== 'paid') return [];
  if (dispute === 'open') return ['won', 'lost'];
  return dispute === null ? ['opened'] : [];
}
