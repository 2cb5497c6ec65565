import { checkValues, toNumber } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import { ItemDraft } from '#shared/endpoints/shop.ts';
import type { ManagedItem, ShopItem } from '#shared/endpoints/shop.ts';
import { isGrant } from '#shared/rules/product-kinds.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

/** The editor's fields as typed. Those of another kind are not saved. */
export type ItemFields = ReturnType<typeof toFields>;

/** `count` of an item in a bundle. */
export type BundlePart = { itemId: string; count: string };

export const emptyPart: BundlePart = { itemId: '', count: '1' };

/** A new item has empty fields. */
export function toFields(item: Partial<ManagedItem>) {
  const kind: ProductKind = item.kind ?? 'item';
  const parts: BundlePart[] = item.parts?.map(({ itemId, count }) => ({
    itemId: String(itemId),
    count: String(count),
  })) ?? [emptyPart, emptyPart];
  return {
    kind,
    name: item.name ?? '',
    description: item.description ?? '',
    image: item.image ?? null,
    picture: item.picture ?? null,
    price: textOf(item.price),
    itemId: textOf(item.itemId),
    quantity: textOf(item.quantity ?? 1),
    enabled: item.enabled ?? true,
    /** In the viewer's time zone. */
    endsAt: toLocalInput(item.endsAt),
    stock: textOf(item.stock),
    perPlayerLimit: textOf(item.perPlayerLimit),
    totalLimit: textOf(item.totalLimit),
    needsLevel: textOf(item.needsLevel),
    needsStep: textOf(item.needsStep),
    categoryId: textOf(item.categoryId),
    value: item.value ?? '',
    endValue: item.endValue ?? '',
    days: textOf(item.days),
    isOneDelivery: item.isOneDelivery ?? false,
    parts,
    /** Null: every server that delivers. */
    serverIds: item.serverIds ?? null,
  };
}

export function checkItem(fields: ItemFields): Checked<ItemDraft> {
  const { kind } = fields;
  const isItem = kind === 'item';
  return checkValues(ItemDraft, {
    ...fields,
    price: toNumber(fields.price),
    itemId: isItem ? toNumber(fields.itemId) : 0,
    quantity: isItem ? toNumber(fields.quantity) : 1,
    endsAt: fields.endsAt === '' ? null : (fromLocalInput(fields.endsAt) ?? ''),
    stock: kind === 'bundle' ? null : optionalOf(fields.stock),
    perPlayerLimit: optionalOf(fields.perPlayerLimit),
    totalLimit: optionalOf(fields.totalLimit),
    needsLevel: optionalOf(fields.needsLevel),
    needsStep: optionalOf(fields.needsStep),
    categoryId: optionalOf(fields.categoryId),
    value: isGrant(kind) ? fields.value : null,
    endValue: kind === 'command' && fields.endValue.trim() ? fields.endValue : null,
    days: isGrant(kind) ? optionalOf(fields.days) : null,
    isOneDelivery: kind === 'bundle' && fields.isOneDelivery,
    parts: kind === 'bundle' ? fields.parts.map(toPart) : undefined,
  });
}

function toPart({ itemId, count }: BundlePart) {
  return { itemId: toNumber(itemId), count: toNumber(count) };
}

/** Works with incomplete fields. `items` are those that a bundle may contain. */
export function previewOf(fields: ItemFields, items: readonly ManagedItem[] = []): ShopItem {
  const { kind } = fields;
  const price = wholeOf(fields.price) ?? 0;
  const days = isGrant(kind) ? wholeOf(fields.days) : null;
  const level = wholeOf(fields.needsLevel);
  const totalLeft = wholeOf(fields.totalLimit);
  return {
    id: 'preview',
    kind,
    name: fields.name.trim(),
    description: fields.description.trim(),
    image: fields.image,
    picture: fields.picture,
    enabled: true,
    price,
    itemId: wholeOf(fields.itemId) ?? 0,
    quantity: kind === 'item' ? (wholeOf(fields.quantity) ?? 1) : 1,
    endsAt: fromLocalInput(fields.endsAt) ?? null,
    stock: kind === 'bundle' ? null : wholeOf(fields.stock),
    perPlayerLimit: wholeOf(fields.perPlayerLimit),
    deliverable: true,
    ...(kind === 'bundle' && {
      contents: contentsOf(fields.parts, items),
      saving: priceApart(fields.parts, items) - price,
    }),
    ...(days !== null && { days }),
    ...(totalLeft !== null && { totalLeft }),
    ...(level !== null && { needs: { totalLevel: level } }),
  };
}

function contentsOf(parts: readonly BundlePart[], items: readonly ManagedItem[]) {
  return parts.flatMap(({ itemId, count }) => {
    const item = items.find(({ id }) => id === itemId);
    return item ? [{ ...item, quantity: item.quantity * (wholeOf(count) ?? 1) }] : [];
  });
}

/** The price of a bundle's parts on their own. */
export function priceApart(parts: readonly BundlePart[], items: readonly ManagedItem[]): number {
  return parts.reduce((sum, { itemId, count }) => {
    const item = items.find(({ id }) => id === itemId);
    return sum + (item?.price ?? 0) * (wholeOf(count) ?? 0);
  }, 0);
}

function textOf(value: number | null | undefined): string {
  return String(value ?? '');
}

function optionalOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function wholeOf(text: string): number | null {
  const value = toNumber(text);
  return Number.isFinite(value) ? Math.trunc(value) : null;
}
