import type { Db, Trx } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { listDeliverers } from '#server/features/game-servers/item-lists.service.ts';
import { readPictureSource } from '#server/features/media/media.service.ts';
import type { PictureSource } from '#server/features/media/media.service.ts';
import { hasStep } from '#server/features/supporters/supporters.service.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import type { ItemDraft, ManagedItem, ShopItem } from '#shared/endpoints/shop.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import { hasCategory } from './categories.db.ts';
import * as itemsDb from './items.db.ts';
import type { ItemValues, ManagedRow } from './items.db.ts';
import { toProduct } from './products.service.ts';
import { toManagedItem, toShopItem } from './shop-shapes.ts';

type ShopDeps = Pick<Deps, 'db' | 'live' | 'config'>;

/** All enabled items, including those past their end; the caller filters. */
export async function listShopItems(
  { db }: Pick<Deps, 'db'>,
  at = new Date(),
): Promise<ShopItem[]> {
  return (await itemsDb.findEnabledItems(db, at)).map(toShopItem);
}

export async function listManagedItems({ db }: Pick<Deps, 'db'>): Promise<ManagedItem[]> {
  return (await itemsDb.findManagedItems(db)).map(toManagedItem);
}

export async function createShopItem(
  deps: ShopDeps,
  actor: Actor,
  draft: ItemDraft,
): Promise<ManagedItem> {
  const values = await toValues(deps, draft, actor);
  return change(deps, actor, 'shop', async (trx, audit) => {
    await assertServersExist(trx, draft.serverIds);
    await assertCategoryExists(trx, draft.categoryId);
    await assertStepExists(trx, draft.needsStep);
    const product = await toProduct(trx, draft);
    const id = await itemsDb.insertShopItem(trx, { ...values, ...product });
    if (product.kind === 'bundle') await itemsDb.replaceParts(trx, id, draft.parts ?? []);
    const item = await getItemRow(trx, id);
    audit('shop/item-created', id, { after: describe(item) });
    return toManagedItem(item);
  });
}

type ItemToImport = Pick<ItemDraft, 'name' | 'description' | 'price' | 'itemId' | 'enabled'> & {
  picture: PictureSource;
};

export function importShopItem(trx: Db, item: ItemToImport): Promise<number> {
  return itemsDb.insertShopItem(trx, {
    name: item.name,
    description: item.description,
    image: item.picture.url,
    media_hash: item.picture.hash,
    price: item.price,
    item_id: item.itemId,
    is_enabled: item.enabled,
  });
}

/** Rejects a save that is based on an older version, so that no other admin's changes are lost. */
export async function updateShopItem(
  deps: ShopDeps,
  actor: Actor,
  edit: {
    id: number;
    version: number;
    stockSeen: number | null | undefined;
    draft: ItemDraft;
  },
): Promise<ManagedItem> {
  const { id, version, stockSeen, draft } = edit;
  const values = await toValues(deps, draft, actor);
  return change(deps, actor, 'shop', async (trx, audit) => {
    const before = await getItemRow(trx, id);
    await assertServersExist(trx, draft.serverIds, before.serverIds);
    if (draft.categoryId !== before.categoryId) await assertCategoryExists(trx, draft.categoryId);
    if (draft.needsStep !== before.needsStep) await assertStepExists(trx, draft.needsStep);
    const product = await toProduct(trx, draft, before);
    const all = { ...values, ...product };
    const isUpdated = await itemsDb.updateShopItem(trx, { id, version, stockSeen }, all);
    if (!isUpdated) throw toOutdatedError(before);
    // After the item, which a purchase of the bundle locks.
    if (product.kind === 'bundle' && draft.parts) await itemsDb.replaceParts(trx, id, draft.parts);
    const after = await getItemRow(trx, id);
    audit('shop/item-updated', id, findChanges(describe(before), describe(after), ['name']));
    return toManagedItem(after);
  });
}

export async function setShopItemEnabled(
  deps: ShopDeps,
  actor: Actor,
  { id, isEnabled }: { id: number; isEnabled: boolean },
): Promise<ManagedItem> {
  return change(deps, actor, 'shop', async (trx, audit) => {
    const before = await getItemRow(trx, id);
    if (before.enabled === isEnabled) return toManagedItem(before);
    await itemsDb.updateShopItemEnabled(trx, id, { is_enabled: isEnabled, updated_by: actor.id });
    audit(isEnabled ? 'shop/item-enabled' : 'shop/item-disabled', id, {
      before: { name: before.name, enabled: before.enabled },
      after: { name: before.name, enabled: isEnabled },
    });
    return toManagedItem(await getItemRow(trx, id));
  });
}

export async function deleteShopItem(deps: ShopDeps, actor: Actor, id: number): Promise<void> {
  await change(deps, actor, 'shop', async (trx, audit) => {
    const before = describe(await getItemRow(trx, id));
    const bundle = await itemsDb.findBundleOf(trx, id);
    if (bundle !== undefined) {
      throw new AppError('shop/in-bundle', `Take it out of the bundle ${bundle} first.`);
    }
    await itemsDb.softDeleteShopItem(trx, id);
    audit('shop/item-deleted', id, { before });
  });
}

export async function reorderShopItems(
  deps: ShopDeps,
  actor: Actor,
  ids: readonly number[],
): Promise<ManagedItem[]> {
  return change(deps, actor, 'shop', async (trx, audit) => {
    const before = (await itemsDb.findManagedItems(trx)).map(({ id }) => id);
    await itemsDb.updateShopItemPositions(trx, ids);
    const rows = await itemsDb.findManagedItems(trx);
    const after = rows.map(({ id }) => id);
    if (before.join() !== after.join()) audit('shop/reordered', 'store', { before, after });
    return rows.map(toManagedItem);
  });
}

async function getItemRow(db: Db, id: number): Promise<ManagedRow> {
  const row = await itemsDb.findManagedItem(db, id);
  if (!row) throw new AppError('shop/not-found', 'There is no such item.');
  return row;
}

async function toValues(deps: ShopDeps, draft: ItemDraft, actor: Actor): Promise<ItemValues> {
  const image = 'This picture cannot be used. Please upload it instead.';
  const { url, hash } = await readPictureSource(deps, draft.image, { image });
  return {
    name: draft.name,
    description: draft.description,
    image: url,
    media_hash: hash,
    price: draft.price,
    item_id: draft.itemId,
    quantity: draft.quantity,
    is_enabled: draft.enabled,
    ends_at: draft.endsAt === null ? null : new Date(draft.endsAt),
    stock: draft.stock,
    player_limit: draft.perPlayerLimit,
    ...(draft.serverIds !== undefined && { server_ids: draft.serverIds }),
    updated_by: actor.id,
  };
}

/** An item may keep naming a server that was removed; see migration 0021. */
async function assertServersExist(
  db: Db,
  ids: ItemDraft['serverIds'],
  kept: ManagedRow['serverIds'] = [],
): Promise<void> {
  if (!ids) return;
  const listed = (await listDeliverers(db, null)).map(({ id }) => id);
  const known = new Set([...listed, ...(kept ?? [])]);
  if (ids.every((id) => known.has(id))) return;
  throw invalidField(
    'serverIds',
    'One of these game servers was removed. Choose the servers again.',
  );
}

async function assertCategoryExists(db: Db, id: ItemDraft['categoryId']): Promise<void> {
  if (!id || (await hasCategory(db, id))) return;
  throw invalidField('categoryId', 'This category was deleted. Choose another one.');
}

async function assertStepExists(trx: Trx, id: ItemDraft['needsStep']): Promise<void> {
  if (!id || (await hasStep(trx, id))) return;
  throw invalidField('needsStep', 'This rank was deleted. Choose another one.');
}

function toOutdatedError({ updatedBy }: ManagedRow): AppError {
  const who = updatedBy ?? 'Someone else';
  return new AppError('shop/outdated', `${who} has saved this item since you opened it.`);
}

/** For the audit log. */
function describe(row: ManagedRow): Record<string, unknown> {
  return {
    name: row.name,
    description: row.description,
    image: row.mediaHash ?? row.image,
    price: row.price,
    itemId: row.itemId,
    quantity: row.quantity,
    enabled: row.enabled,
    endsAt: row.endsAt,
    stock: row.stock,
    perPlayerLimit: row.perPlayerLimit,
    serverIds: row.serverIds,
    kind: row.kind,
    categoryId: row.categoryId,
    totalLimit: row.totalLimit,
    needsLevel: row.needsLevel,
    needsStep: row.needsStep,
    value: row.value,
    endValue: row.endValue,
    days: row.days,
    isOneDelivery: row.isOneDelivery,
    parts: row.parts,
  };
}
