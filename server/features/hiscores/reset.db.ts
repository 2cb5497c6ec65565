import { sql } from 'kysely';

import { countRows } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';

type Fresh = { experience: readonly number[]; level: number; tenths: number };

/** Resets the players of a server, or the one with this key, and returns how many (server/db/functions/reset_hiscores.sql). */
export async function resetPlayers(
  db: Db,
  chosen: { serverId: number } | { nameKey: string },
  fresh: Fresh,
): Promise<number> {
  const serverId = 'serverId' in chosen ? chosen.serverId : null;
  const nameKey = 'nameKey' in chosen ? chosen.nameKey : null;
  // With very many players this takes longer than the usual statement timeout.
  await sql`set local statement_timeout = 0`.execute(db);
  const { rows } = await sql<{ players: number }>`
    select reset_hiscores(${serverId}, ${nameKey}, ${fresh.experience}::bigint[],
      ${fresh.level}, ${fresh.tenths}) as players`.execute(db);
  return rows[0]?.players ?? 0;
}

export function countPlayersReportedBy(db: Db, serverId: number): Promise<number> {
  return countRows(db, 'players', sql`reported_by = ${serverId}`);
}

/** Must run in a transaction. Returns how many scores were counted. */
export async function recountBlocks(db: Db): Promise<number> {
  // With a million players this takes longer than the usual statement timeout.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local lock_timeout = 0`.execute(db);
  await sql`select recount_hiscores()`.execute(db);
  // At depth 3 a block is a whole list, and its last column counts all its players. From 256 on they are of modes.
  const { rows } = await sql<{ scores: number }>`
    select coalesce(sum(n16), 0)::bigint as scores from hiscore_blocks where id >> 27 = 3 and id & 134217727 < 256`.execute(
    db,
  );
  return rows[0]?.scores ?? 0;
}
