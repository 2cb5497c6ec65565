/** Without schemas: the store's cards read them. A game says in its heartbeat which of these it can deliver. */
export const productKinds = ['item', 'rank', 'membership', 'command', 'bundle'] as const;
export type ProductKind = (typeof productKinds)[number];

/** Products that are given and end, instead of items. */
export function isGrant(kind: ProductKind): boolean {
  return kind === 'rank' || kind === 'membership' || kind === 'command';
}
