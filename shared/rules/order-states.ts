// Without schemas: the router reads addresses with these filters.

/** live: real cards. test: Stripe's test mode. sandbox: the built-in fake provider. off: no top-ups. */
export const paymentModes = ['live', 'test', 'sandbox', 'off'] as const;

/** created → pending → paid or expired; pending → processing → paid or failed. `review`: wrong payment, not credited. */
export const orderStates = [
  'created',
  'pending',
  'processing',
  'paid',
  'failed',
  'expired',
  'review',
] as const;

/** queued → claimed → delivered. A failed attempt is an event; `attention` needs an admin. */
export const deliveryStates = ['queued', 'claimed', 'delivered', 'attention', 'canceled'] as const;
