import { sql } from 'kysely';

import { hasRow } from '#server/db/rows.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { leaveOtherSteps } from '#server/features/accounts/accounts.service.ts';
import type { Goal, StepDraft } from '#shared/endpoints/supporters.ts';

export function findSteps(db: Db) {
  return db
    .selectFrom('supporter_steps')
    .select(['id', 'name', 'icon', 'colour', 'coins', 'thanks', 'game_rank as gameRank'])
    .orderBy('coins')
    .execute();
}

export async function countSupporters(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; players: number }>`
    select supporter_step as id, count(*) as players from accounts
    where supporter_step is not null group by 1`.execute(db);
  return new Map(rows.map(({ id, players }) => [id, players]));
}

/** A payment waits for a change of the steps, and the change for it. Before the wallet's lock, or they could deadlock. */
export async function lockStepsForReading(trx: Trx): Promise<void> {
  await sql`lock table supporter_steps in row share mode`.execute(trx);
}

export function hasStep(db: Db, id: number): Promise<boolean> {
  return hasRow(db, 'supporter_steps', sql`id = ${id}`);
}

/** Deletes the steps that are missing. */
export async function replaceSteps(trx: Trx, steps: (StepDraft & { id: number })[]): Promise<void> {
  const ids = steps.map(({ id }) => id);
  await leaveOtherSteps(trx, ids);
  await sql`delete from supporter_steps where id <> all (${ids}::smallint[])`.execute(trx);
  for (const { gameRank, ...step } of steps) {
    const row = { ...step, game_rank: gameRank };
    await trx
      .insertInto('supporter_steps')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
}

export async function lockSteps(trx: Trx): Promise<void> {
  await sql`lock table supporter_steps in exclusive mode`.execute(trx);
}

/** True if the step has changed. */
export async function updateSupporter(trx: Trx, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select update_supporter(${accountId}) as changed`.execute(trx);
  return rows[0]?.changed ?? false;
}

export async function updateEndingSupporters(db: Db): Promise<void> {
  await sql`
    select update_supporter(account_id) from supporter_grants
    where is_ending and ended_at is null`.execute(db);
}

export async function findItemNeeding(db: Db, others: number[]): Promise<string | undefined> {
  const item = await db
    .selectFrom('shop_items')
    .select('name')
    .where('deleted_at', 'is', null)
    .where('needs_step', 'is not', null)
    .where(sql<boolean>`needs_step <> all (${others}::smallint[])`)
    .executeTakeFirst();
  return item?.name;
}

/** In the order of the accounts, so that two changes wait for each other instead of deadlocking. */
export async function updateAllSupporters(trx: Trx): Promise<void> {
  await sql`
    select update_supporter(account_id) from (
      select account_id from orders where state = 'paid'
      union select account_id from supporter_grants where ended_at is null
      order by 1
    ) as known`.execute(trx);
}

export async function findOwn(db: Db, accountId: number) {
  const { rows } = await sql<{ coins: number; stepId: number | null; isNamed: boolean }>`
    select supporter_coins(id) as coins, supporter_step as "stepId", is_named_supporter as "isNamed"
    from accounts where id = ${accountId}`.execute(db);
  return rows[0];
}

const isThisMonth = sql`state = 'paid' and paid_at >= date_trunc('month', now(), 'UTC')`;

export async function sumMonth(
  db: Db,
  { currency, mode }: Pick<Goal, 'currency'> & { mode: string },
): Promise<number> {
  const { rows } = await sql<{ raised: number }>`
    select coalesce(sum(greatest(0, amount - refunded - disputed)), 0)::bigint as raised
    from orders where ${isThisMonth} and currency = ${currency} and mode = ${mode}`.execute(db);
  return rows[0]?.raised ?? 0;
}

export async function findLatestNamed(db: Db, mode: string, limit: number) {
  const { rows } = await sql<{ username: string; step: number | null }>`
    select username, supporter_step as step from accounts
    join (
      select account_id, max(paid_at) as paid_at from orders
      where ${isThisMonth} and mode = ${mode} and refunded + disputed < amount
      group by account_id
    ) as latest on latest.account_id = accounts.id
    where is_named_supporter and closing_at is null and not is_player_banned(username_key)
    order by paid_at desc limit ${limit}`.execute(db);
  return rows;
}
