import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { findGoal } from '#server/features/supporters/supporters.service.ts';
import { findChanges } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { change } from '#server/lib/data/change.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import type { RouteAnswer } from '#shared/api.ts';
import type { SaleDraft, ShopSale } from '#shared/endpoints/sales.ts';
import { isOver } from '#shared/endpoints/shop.ts';
import { AppError, invalidField } from '#shared/errors.ts';

import { hasCategory } from './categories.db.ts';
import { listShopCategories } from './categories.service.ts';
import { listShopItems } from './items.service.ts';
import * as queries from './sales.db.ts';
import type { SaleRow, SaleValues } from './sales.db.ts';

export { findNextChange } from './sales.db.ts';

type SaleDeps = Pick<Deps, 'db' | 'live'>;

export type ShopOnHome = RouteAnswer<'GET /api/shop/on-home'>;

/** Also the first data of the home page. */
export async function getShopOnHome(
  deps: Pick<Deps, 'db' | 'live' | 'payments'>,
): Promise<ShopOnHome> {
  const sale = await queries.findSaleOnHome(deps.db);
  const goal = await findGoal(deps);
  return {
    ...(sale && { sale: { ...sale, endsAt: sale.endsAt.toISOString() } }),
    ...(goal && { goal }),
  };
}

export async function listShopSales({ db }: Pick<Deps, 'db'>): Promise<ShopSale[]> {
  return (await queries.findSales(db)).map(toSale);
}

export function createShopSale(deps: SaleDeps, actor: Actor, draft: SaleDraft): Promise<ShopSale> {
  return change(deps, actor, 'shop', async (trx, audit) => {
    const id = await queries.insertSale(trx, await toValues(trx, actor, draft));
    await queries.replaceSaleItems(trx, id, itemsOf(draft));
    const sale = await getSale(trx, id);
    audit('shop/sale-created', id, { after: describe(sale) });
    return toSale(sale);
  });
}

export function updateShopSale(
  deps: SaleDeps,
  actor: Actor,
  { id, version, draft }: { id: number; version: number; draft: SaleDraft },
): Promise<ShopSale> {
  return change(deps, actor, 'shop', async (trx, audit) => {
    const before = await getSale(trx, id);
    const values = await toValues(trx, actor, draft);
    if (!(await queries.updateSale(trx, { id, version }, values))) {
      const who = before.updatedBy ?? 'Someone else';
      throw new AppError('shop/outdated', `${who} has saved this sale since you opened it.`);
    }
    await queries.replaceSaleItems(trx, id, itemsOf(draft));
    const after = await getSale(trx, id);
    audit('shop/sale-updated', id, findChanges(describe(before), describe(after), ['name']));
    return toSale(after);
  });
}

export async function deleteShopSale(deps: SaleDeps, actor: Actor, id: number): Promise<void> {
  await change(deps, actor, 'shop', async (trx, audit) => {
    const before = describe(await getSale(trx, id));
    await queries.softDeleteSale(trx, id);
    audit('shop/sale-deleted', id, { before });
  });
}

export async function previewShopSale(
  { db }: Pick<Deps, 'db'>,
  { id, sale }: { id?: number | undefined; sale: SaleDraft },
) {
  return (await queries.previewSale(db, sale, id)).map((row) => ({
    itemId: String(row.itemId),
    name: row.name,
    fullPrice: row.fullPrice,
    price: row.price,
    ...(row.otherName !== null &&
      row.otherPrice <= row.price && {
        better: {
          name: row.otherName,
          price: row.otherPrice,
          startsAt: row.otherStartsAt.toISOString(),
          endsAt: row.otherEndsAt.toISOString(),
        },
      }),
  }));
}

/** The store at that time, with what is planned now. */
export async function previewShop({ db }: Pick<Deps, 'db'>, at: Date) {
  const items = await listShopItems({ db }, at);
  return {
    categories: await listShopCategories({ db }),
    items: items.filter((item) => !isOver(item, at.getTime())),
  };
}

/** Open pages reload when a sale begins or ends. */
export async function tellSaleChanges({ db, live }: SaleDeps): Promise<void> {
  await transaction(db, async (trx) => {
    if ((await queries.updateToldSales(trx)) > 0) await live.publish(trx, { topic: 'shop' });
  });
}

async function getSale(db: Db, id: number): Promise<SaleRow> {
  const row = await queries.findSale(db, id);
  if (!row) throw new AppError('request/not-found', 'There is no such sale.');
  return row;
}

async function toValues(db: Db, actor: Actor, draft: SaleDraft): Promise<SaleValues> {
  const categoryId = draft.scope === 'category' ? draft.categoryId : null;
  if (categoryId !== null && !(await hasCategory(db, categoryId))) {
    throw invalidField('categoryId', 'This category was deleted. Choose another one.');
  }
  return {
    name: draft.name,
    percent: draft.percent,
    price: draft.price,
    scope: draft.scope,
    category_id: categoryId,
    starts_at: new Date(draft.startsAt),
    ends_at: new Date(draft.endsAt),
    is_on_home: draft.onHome,
    updated_by: actor.id,
  };
}

function itemsOf({ scope, itemIds }: SaleDraft): number[] {
  return scope === 'items' ? itemIds : [];
}

function toSale(row: SaleRow): ShopSale {
  return { ...withIsoDates(row), id: String(row.id) };
}

/** For the audit log. */
function describe(row: SaleRow) {
  const { name, percent, price, scope, categoryId, itemIds, startsAt, endsAt, onHome } = row;
  return { name, percent, price, scope, categoryId, itemIds, startsAt, endsAt, onHome };
}
