import { checkValues, toNumber } from '#client/lib/form.ts';
import type { Checked } from '#client/lib/form.ts';
import { fromLocalInput, toLocalInput } from '#client/lib/local-input.ts';
import type { Picture } from '#shared/endpoints/media.ts';
import { ItemDraft } from '#shared/endpoints/shop.ts';
import type { ManagedItem, ShopItem } from '#shared/endpoints/shop.ts';

/** The editor's fields as typed. The last three are optional. */
export type ItemFields = {
  name: string;
  description: string;
  image: string | null;
  picture: Picture | null;
  price: string;
  itemId: string;
  quantity: string;
  enabled: boolean;
  /** In the viewer's time zone. */
  endsAt: string;
  stock: string;
  perPlayerLimit: string;
  /** Null: every server that delivers. */
  serverIds: number[] | null;
};

export const emptyFields: ItemFields = {
  name: '',
  description: '',
  image: null,
  picture: null,
  price: '',
  itemId: '',
  quantity: '1',
  enabled: true,
  endsAt: '',
  stock: '',
  perPlayerLimit: '',
  serverIds: null,
};

export function toFields(item: ManagedItem): ItemFields {
  return {
    name: item.name,
    description: item.description,
    image: item.image,
    picture: item.picture,
    price: String(item.price),
    itemId: String(item.itemId),
    quantity: String(item.quantity),
    enabled: item.enabled,
    endsAt: item.endsAt === null ? '' : toLocalInput(item.endsAt),
    stock: textOf(item.stock),
    perPlayerLimit: textOf(item.perPlayerLimit),
    serverIds: item.serverIds,
  };
}

export function checkItem(fields: ItemFields): Checked<ItemDraft> {
  return checkValues(ItemDraft, {
    ...fields,
    price: toNumber(fields.price),
    itemId: toNumber(fields.itemId),
    quantity: toNumber(fields.quantity),
    endsAt: fields.endsAt === '' ? null : (fromLocalInput(fields.endsAt) ?? ''),
    stock: optionalOf(fields.stock),
    perPlayerLimit: optionalOf(fields.perPlayerLimit),
  });
}

/** Works with incomplete fields. */
export function previewOf(fields: ItemFields): ShopItem {
  return {
    ...fields,
    id: 'preview',
    name: fields.name.trim(),
    description: fields.description.trim(),
    price: wholeOf(fields.price) ?? 0,
    itemId: wholeOf(fields.itemId) ?? 0,
    quantity: wholeOf(fields.quantity) ?? 1,
    endsAt: fromLocalInput(fields.endsAt) ?? null,
    stock: wholeOf(fields.stock),
    perPlayerLimit: wholeOf(fields.perPlayerLimit),
    deliverable: true,
  };
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

function optionalOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function wholeOf(text: string): number | null {
  const value = toNumber(text);
  return Number.isFinite(value) ? Math.trunc(value) : null;
}
