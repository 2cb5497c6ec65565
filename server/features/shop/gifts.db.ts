import { sql } from 'kysely';

import { countRows, hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';

export async function insertNote(db: Db, purchaseId: number, note: string): Promise<void> {
  await db.insertInto('gift_notes').values({ purchase_id: purchaseId, note }).execute();
}

/** False if the player got no gift with a note. Once staff decided to keep it, nothing changes. */
export async function markReported(db: Db, id: number, receiverId: number): Promise<boolean> {
  const { rows } = await sql`
    update gift_notes set reported_at = coalesce(reported_at, now()) from purchases
    where purchase_id = ${id} and purchases.id = ${id} and receiver_id = ${receiverId}
    returning purchase_id`.execute(db);
  return rows.length > 0;
}

export const isReported = sql<boolean>`gift_notes.reported_at is not null and gift_notes.kept_at is null`;

export function countReportedNotes(db: Db): Promise<number> {
  return countRows(db, 'gift_notes', isReported);
}

/** False if the purchase has no note. */
export async function updateNote(db: Db, id: number, isKept: boolean): Promise<boolean> {
  const { rows } = await (
    isKept
      ? sql`update gift_notes set kept_at = now() where purchase_id = ${id} returning purchase_id`
      : sql`delete from gift_notes where purchase_id = ${id} returning purchase_id`
  ).execute(db);
  return rows.length > 0;
}

export function wantsGiftMails(db: Db, accountId: number): Promise<boolean> {
  return hasRow(db, 'gift_mail_wishes', sql`account_id = ${accountId}`);
}

export async function updateGiftMails(db: Db, accountId: number, isOn: boolean): Promise<void> {
  await (
    isOn
      ? sql`insert into gift_mail_wishes (account_id) values (${accountId}) on conflict do nothing`
      : sql`delete from gift_mail_wishes where account_id = ${accountId}`
  ).execute(db);
}
