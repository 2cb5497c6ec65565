import type { ComponentProps } from 'react';

import { Row } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import type { Order, OrderState } from '#shared/endpoints/payments.ts';

type Look = { label: string; tone: ComponentProps<typeof Chip>['tone'] };

export const orderLooks: Record<OrderState, Look> = {
  created: { label: 'Started', tone: 'neutral' },
  pending: { label: 'Not paid yet', tone: 'neutral' },
  processing: { label: 'Processing', tone: 'sky' },
  paid: { label: 'Paid', tone: 'moss' },
  failed: { label: 'Failed', tone: 'blood' },
  expired: { label: 'Expired', tone: 'neutral' },
  review: { label: 'In review', tone: 'ember' },
};

const canceledLook: Look = { label: 'Canceled', tone: 'neutral' };

/** A canceled checkout stays pending until the provider has closed it, or is paid after all. */
function lookOf({ state, canceledAt }: Order): Look {
  const isCanceled = canceledAt !== null && (state === 'pending' || state === 'expired');
  return isCanceled ? canceledLook : orderLooks[state];
}

const disputeLooks: Record<'open' | 'won' | 'lost', Look> = {
  open: { label: 'Disputed', tone: 'blood' },
  won: { label: 'Dispute won', tone: 'moss' },
  lost: { label: 'Dispute lost', tone: 'blood' },
};

export function OrderChips({ order }: { order: Order }) {
  const { label, tone } = lookOf(order);
  const dispute = order.dispute && disputeLooks[order.dispute];
  return (
    <Row as="span" gap={1}>
      <Chip tone={tone} {...(order.state === 'paid' && { icon: 'check' as const })}>
        {label}
      </Chip>
      {order.refunded > 0 && (
        <Chip tone="ember">{order.refunded < order.amount ? 'Partly refunded' : 'Refunded'}</Chip>
      )}
      {dispute && <Chip tone={dispute.tone}>{dispute.label}</Chip>}
    </Row>
  );
}
