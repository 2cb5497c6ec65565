import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { countRows, hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';
import type { CodeBatch, CodeDraft, CodeKind, CodeUse } from '#shared/endpoints/codes.ts';

type Window = { limit: number; offset: number };
type BatchRow = Omit<CodeBatch, 'expiresAt'> & { expiresAt: Date | null };

export function findBatches(db: Db, { limit, offset }: Window): Promise<BatchRow[]> {
  const page = sql`limit ${limit} offset ${offset}`;
  return selectBatches(db, sql`select id from code_batches order by id desc ${page}`);
}

export async function findBatch(db: Db, id: number): Promise<BatchRow | undefined> {
  return (await selectBatches(db, sql`${id}`))[0];
}

async function selectBatches(db: Db, ids: RawBuilder<unknown>): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select batch.id, batch.name, batch.kind, value, item.name as "itemName", word,
      count(*) as codes, sum(uses) as used,
      case when every(max_uses is not null) then sum(max_uses) end as uses,
      batch.player_limit as "perPlayer", expires_at as "expiresAt", is_on as "isOn"
    from code_batches as batch
    join codes on codes.batch_id = batch.id
    left join shop_items as item on batch.kind = 'item' and item.id = value
    where batch.id in (${ids})
    group by batch.id, item.name order by batch.id desc`.execute(db);
  return rows;
}

export function countBatches(db: Db): Promise<number> {
  return countRows(db, 'code_batches');
}

/** A code gives one delivery, so it cannot give a bundle. */
export function findCodeItems(db: Db) {
  return db
    .selectFrom('shop_items')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where('kind', '<>', 'bundle')
    .orderBy('position')
    .execute();
}

export async function insertBatch(db: Db, draft: CodeDraft): Promise<number> {
  const { name, kind, value, word, perPlayer, expiresAt } = draft;
  const { rows } = await sql<{ id: number }>`
    insert into code_batches (name, kind, value, word, player_limit, expires_at)
    values (${name}, ${kind}, ${value}, ${word}, ${perPlayer}, ${expiresAt})
    returning id`.execute(db);
  return rows[0]!.id;
}

type NewCode = { batch_id: number; hash: Buffer; label: string; max_uses: number | null };

/** How many were inserted: a code that exists already is left out. */
export async function insertCodes(db: Db, codes: NewCode[]): Promise<number> {
  const insertion = db.insertInto('codes').values(codes);
  const rows = await insertion
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return rows.length;
}

export async function updateBatchOn(db: Db, id: number, isOn: boolean): Promise<void> {
  await sql`update code_batches set is_on = ${isOn} where id = ${id}`.execute(db);
}

export type FoundCode = {
  id: number;
  hash: Buffer;
  batchId: number;
  name: string;
  kind: CodeKind;
  value: number;
  playerLimit: number;
};

export async function findCode(db: Db, hash: Buffer): Promise<FoundCode | undefined> {
  const { rows } = await sql<FoundCode>`
    select codes.id, hash, batch.id as "batchId", name, kind, value, player_limit as "playerLimit"
    from codes join code_batches as batch on batch.id = batch_id
    where hash = ${hash}`.execute(db);
  return rows[0];
}

/** Locks the code. False if it is used up, expired or switched off. */
export async function countUse(db: Db, codeId: number): Promise<boolean> {
  const { rows } = await sql`
    update codes set uses = uses + 1 from code_batches as batch
    where codes.id = ${codeId} and batch.id = batch_id and is_on
      and (expires_at is null or expires_at > now()) and (max_uses is null or uses < max_uses)
    returning codes.id`.execute(db);
  return rows.length > 0;
}

/** Undefined if the player has used the batch as often as allowed. */
export async function insertUse(
  db: Db,
  { id, batchId, playerLimit }: FoundCode,
  accountId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into code_uses (code_id, batch_id, account_id, turn)
    select ${id}, ${batchId}, ${accountId}, count(*) + 1
    from code_uses where batch_id = ${batchId} and account_id = ${accountId}
    having count(*) < ${playerLimit}
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
}

export async function updateUsePurchase(db: Db, id: number, purchaseId: number): Promise<void> {
  await sql`update code_uses set purchase_id = ${purchaseId} where id = ${id}`.execute(db);
}

export function hasUsed(db: Db, codeId: number, accountId: number): Promise<boolean> {
  return hasRow(db, 'code_uses', sql`code_id = ${codeId} and account_id = ${accountId}`);
}

type NewDiscount = { accountId: number; percent: number; label: string; useId: number };

export async function insertDiscount(db: Db, discount: NewDiscount, days: number): Promise<void> {
  const { accountId, percent, label, useId } = discount;
  await sql`
    insert into shop_discounts (account_id, percent, label, code_use_id, expires_at)
    values (${accountId}, ${percent}, ${label}, ${useId}, now() + make_interval(days => ${days}))`.execute(
    db,
  );
}

type UseRow = Omit<CodeUse, 'at'> & { at: Date };

export async function findUses(db: Db, { limit, offset }: Window): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select use.id, use.at, account.username as player, batch.name as batch, label as code,
      batch.kind, value, purchases.item_name as "itemName"
    from code_uses as use
    join codes on codes.id = code_id
    join code_batches as batch on batch.id = use.batch_id
    left join accounts as account on account.id = use.account_id
    left join purchases on purchases.id = purchase_id
    order by use.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export function countUses(db: Db): Promise<number> {
  return countRows(db, 'code_uses');
}
