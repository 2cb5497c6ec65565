import * as z from 'zod/mini';

import { fromLocalInput, toLocalInput } from '#shared/dates.ts';
import type { FieldErrors } from '#shared/errors.ts';
import type { Picture } from '#shared/media.ts';
import { ItemDraft } from '#shared/shop.ts';
import type { ManagedItem, ShopItem } from '#shared/shop.ts';

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
  };
}

/** Returns the draft for the server, or error messages by field. */
export function checkItem(fields: ItemFields): { draft?: ItemDraft; problems: FieldErrors } {
  const checked = z.safeParse(ItemDraft, {
    name: fields.name,
    description: fields.description,
    image: fields.image,
    price: numberOf(fields.price),
    itemId: numberOf(fields.itemId),
    quantity: numberOf(fields.quantity),
    enabled: fields.enabled,
    endsAt: fields.endsAt === '' ? null : (fromLocalInput(fields.endsAt) ?? ''),
    stock: optionalOf(fields.stock),
    perPlayerLimit: optionalOf(fields.perPlayerLimit),
  });
  if (checked.success) return { draft: checked.data, problems: {} };
  const problems: FieldErrors = {};
  for (const { path, message } of checked.error.issues) problems[path.join('.')] ??= message;
  return { problems };
}

/** Works with incomplete fields. */
export function previewOf(fields: ItemFields): ShopItem {
  const end = fromLocalInput(fields.endsAt);
  return {
    id: 'preview',
    name: fields.name.trim(),
    description: fields.description.trim(),
    image: fields.image,
    picture: fields.picture,
    price: wholeOf(fields.price) ?? 0,
    itemId: wholeOf(fields.itemId) ?? 0,
    quantity: wholeOf(fields.quantity) ?? 1,
    enabled: fields.enabled,
    endsAt: end ?? null,
    stock: wholeOf(fields.stock),
    perPlayerLimit: wholeOf(fields.perPlayerLimit),
  };
}

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

/** NaN for an empty field, so that validation rejects it. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function optionalOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function wholeOf(text: string): number | null {
  const value = numberOf(text);
  return Number.isFinite(value) ? Math.trunc(value) : null;
}
