import type { OwnPurchase } from '#shared/endpoints/shop.ts';

export type Step = {
  name: 'bought' | 'claimed' | 'delivered' | 'canceled';
  label: string;
  at: string | undefined;
  state: 'done' | 'current' | 'waiting';
};

/** The delivery as its buyer sees it. Failed attempts become a note, not a step. */
export function stepsOf(purchase: Pick<OwnPurchase, 'createdAt' | 'delivery'>): {
  steps: Step[];
  note: string | undefined;
} {
  const { state, events } = purchase.delivery;
  const lastOf = (wanted: string) => events.findLast((event) => event.state === wanted)?.at;
  const bought: Step = { name: 'bought', label: 'Bought', at: purchase.createdAt, state: 'done' };
  if (state === 'canceled') {
    const at = lastOf('canceled');
    const label = 'Canceled, coins refunded';
    return { steps: [bought, { name: 'canceled', label, at, state: 'done' }], note: undefined };
  }
  const isDelivered = state === 'delivered';
  const isClaimed = isDelivered || state === 'claimed';
  return {
    steps: [
      bought,
      {
        name: 'claimed',
        label: isClaimed
          ? 'Picked up in game'
          : state === 'attention'
            ? 'Waiting for staff'
            : 'Waiting in the game',
        at: isClaimed ? lastOf('claimed') : undefined,
        state: isClaimed ? 'done' : 'current',
      },
      {
        name: 'delivered',
        label: state === 'claimed' ? 'Being delivered' : 'Delivered',
        at: isDelivered ? lastOf('delivered') : undefined,
        state: isDelivered ? 'done' : isClaimed ? 'current' : 'waiting',
      },
    ],
    note: noteFor(
      state,
      events.some((event) => event.state === 'failed'),
    ),
  };
}

function noteFor(state: OwnPurchase['delivery']['state'], hasFailed: boolean): string | undefined {
  if (state === 'attention') {
    return 'The game could not deliver this. Staff have been notified and will sort it out.';
  }
  if (state === 'queued') {
    return hasFailed
      ? 'The last attempt failed. The game tries again when you are logged in.'
      : 'Log in to the game with a free inventory slot to receive it. If you are in the game now, log in again to receive it.';
  }
  return undefined;
}
