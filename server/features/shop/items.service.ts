import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { listDeliverers } from '#server/features/game-servers/item-lists.service.ts';
import { readPictureSource } from '#server/features/media/media.service.ts';
import { findChanges, recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
import { AppError } from '#shared/errors.ts';
import type { ItemDraft, ManagedItem, ShopItem } from '#shared/shop.ts';

import * as itemsDb from './items.db.ts';
import type { ItemValues, ManagedRow } from './items.db.ts';
import { toManagedItem, toShopItem } from './shop-shapes.ts';

type ShopDeps = Pick<Deps, 'db' | 'live' | 'config'>;

/** All enabled items, including those past their end; the caller filters. */
export async function listShopItems({ db }: Pick<Deps, 'db'>): Promise<ShopItem[]> {
  return (await itemsDb.findEnabledItems(db)).map(toShopItem);
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
  return transaction(deps.db, async (trx) => {
    await assertServersExist(trx, draft.serverIds);
    const id = await itemsDb.insertShopItem(trx, values);
    const item = await getItemRow(trx, id);
    const after = describe(item);
    await recordAudit(trx, { actor, action: 'shop/item-created', subject: String(id), after });
    await deps.live.publish(trx, { topic: 'shop', data: { id } });
    return toManagedItem(item);
  });
}

/** Rejects a save that is based on an older version, so that no other admin's changes are lost. */
export async function updateShopItem(
  deps: ShopDeps,
  actor: Actor,
  change: {
    id: number;
    version: number;
    stockSeen: number | null | undefined;
    draft: ItemDraft;
  },
): Promise<ManagedItem> {
  const { id, version, stockSeen, draft } = change;
  const values = await toValues(deps, draft, actor);
  return transaction(deps.db, async (trx) => {
    const before = await getItemRow(trx, id);
    await assertServersExist(trx, draft.serverIds, before.serverIds);
    const isUpdated = await itemsDb.updateShopItem(trx, { id, version, stockSeen }, values);
    if (!isUpdated) throw toOutdatedError(before);
    const after = await getItemRow(trx, id);
    await recordAudit(trx, {
      actor,
      action: 'shop/item-updated',
      subject: String(id),
      ...findChanges(describe(before), describe(after), ['name']),
    });
    await deps.live.publish(trx, { topic: 'shop', data: { id } });
    return toManagedItem(after);
  });
}

export async function setShopItemEnabled(
  deps: ShopDeps,
  actor: Actor,
  { id, isEnabled }: { id: number; isEnabled: boolean },
): Promise<ManagedItem> {
  return transaction(deps.db, async (trx) => {
    const before = await getItemRow(trx, id);
    if (before.isEnabled === isEnabled) return toManagedItem(before);
    await itemsDb.updateShopItemEnabled(trx, id, { isEnabled, by: actor.id });
    await recordAudit(trx, {
      actor,
      action: isEnabled ? 'shop/item-enabled' : 'shop/item-disabled',
      subject: String(id),
      before: { name: before.name, enabled: before.isEnabled },
      after: { name: before.name, enabled: isEnabled },
    });
    await deps.live.publish(trx, { topic: 'shop', data: { id } });
    return toManagedItem(await getItemRow(trx, id));
  });
}

export async function deleteShopItem(deps: ShopDeps, actor: Actor, id: number): Promise<void> {
  await transaction(deps.db, async (trx) => {
    const before = describe(await getItemRow(trx, id));
    await itemsDb.softDeleteShopItem(trx, id);
    await recordAudit(trx, { actor, action: 'shop/item-deleted', subject: String(id), before });
    await deps.live.publish(trx, { topic: 'shop', data: { id } });
  });
}

export async function reorderShopItems(
  deps: ShopDeps,
  actor: Actor,
  ids: readonly number[],
): Promise<ManagedItem[]> {
  return transaction(deps.db, async (trx) => {
    const before = (await itemsDb.findManagedItems(trx)).map(({ id }) => id);
    await itemsDb.updateShopItemPositions(trx, ids);
    const rows = await itemsDb.findManagedItems(trx);
    const after = rows.map(({ id }) => id);
    if (before.join() !== after.join()) {
      await recordAudit(trx, { actor, action: 'shop/reordered', subject: 'store', before, after });
      await deps.live.publish(trx, { topic: 'shop' });
    }
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
  const text = 'One of these game servers was removed. Choose the servers again.';
  throw new AppError('request/invalid', text, { fields: { serverIds: text } });
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
    enabled: row.isEnabled,
    endsAt: row.endsAt,
    stock: row.stock,
    perPlayerLimit: row.playerLimit,
    serverIds: row.serverIds,
  };
}
