import type { Db } from '#server/db/schema.ts';
import type { ItemDraft } from '#shared/endpoints/shop.ts';
import { invalidField } from '#shared/errors.ts';
import { isGrant } from '#shared/rules/product-kinds.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

import { findParts } from './items.db.ts';
import type { ItemValues, ManagedRow } from './items.db.ts';

/** The columns that depend on the kind. What the draft omits stays as it was. */
export async function toProduct(
  db: Db,
  draft: ItemDraft,
  before?: ManagedRow,
): Promise<Partial<ItemValues>> {
  const kind = before?.kind ?? draft.kind ?? 'item';
  if ((draft.kind ?? kind) !== kind) {
    throw invalidField('kind', 'The kind cannot be changed. Add a new item instead.');
  }
  const keep = <T>(sent: T | undefined, saved: T | undefined) =>
    (sent === undefined ? saved : sent) ?? null;
  const isCommand = kind === 'command';
  const value = isGrant(kind) ? keep(draft.value, before?.value) : null;
  const endValue = isCommand ? keep(draft.endValue, before?.endValue) : null;
  const days = isGrant(kind) ? keep(draft.days, before?.days) : null;
  if (isGrant(kind) && value === null) throw invalidField('value', 'Say what the player gets.');
  if (isCommand && days !== null && endValue === null) {
    throw invalidField('endValue', 'Say which command ends it after these days.');
  }
  return {
    kind,
    grant_value: value,
    end_value: endValue,
    days,
    category_id: keep(draft.categoryId, before?.categoryId),
    total_limit: keep(draft.totalLimit, before?.totalLimit),
    needs_level: keep(draft.needsLevel, before?.needsLevel),
    needs_step: keep(draft.needsStep, before?.needsStep),
    ...(kind !== 'item' && { item_id: 0, quantity: 1 }),
    ...(kind === 'bundle' && (await toBundle(db, draft, before))),
  };
}

async function toBundle(
  db: Db,
  draft: ItemDraft,
  before?: ManagedRow,
): Promise<Partial<ItemValues>> {
  const parts = draft.parts ?? before?.parts ?? [];
  const isOneDelivery = draft.isOneDelivery ?? before?.isOneDelivery ?? false;
  await assertParts(db, parts, isOneDelivery);
  const leastPrice = isOneDelivery ? 1 : parts.length;
  if (draft.price < leastPrice) {
    const text = `A bundle of ${leastPrice} deliveries costs at least 1 coin for each of them.`;
    throw invalidField('price', text);
  }
  return { stock: null, is_one_delivery: isOneDelivery, least_price: leastPrice };
}

async function assertParts(
  db: Db,
  parts: NonNullable<ItemDraft['parts']>,
  isOneDelivery: boolean,
): Promise<void> {
  const ids = parts.map(({ itemId }) => itemId);
  const kinds = new Map((await findParts(db, ids)).map(({ id, kind }) => [id, kind]));
  const refuse = (text: string) => invalidField('parts', text);
  if (ids.length < 2) throw refuse('Choose at least two items.');
  if (new Set(ids).size < ids.length) throw refuse('Each item can be in the bundle once.');
  for (const { itemId, count } of parts) {
    const kind: ProductKind | undefined = kinds.get(itemId);
    if (kind === undefined) throw refuse('One of these items was deleted. Choose the items again.');
    if (kind === 'bundle') throw refuse('A bundle cannot contain another bundle.');
    if (kind !== 'item' && count > 1)
      throw refuse('Only items can be in the bundle several times.');
    if (kind !== 'item' && isOneDelivery) {
      throw refuse('A bundle that is delivered as one can only contain items.');
    }
  }
}
