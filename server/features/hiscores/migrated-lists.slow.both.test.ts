import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { migrateWithin } from '#server/db/migrate.ts';
import { checksums } from '#server/db/migration-checksums.ts';
import { transaction } from '#server/db/transaction.ts';
import { openEmptyTestDatabase } from '#server/testing/test-database.ts';

import { findHiscoresPage, findRankedPlayer } from './hiscores.db.ts';
import { findMiscounts, findMisplaced } from './testing/hiscores.ts';

test('ranks from before game modes and counters stay right', async () => {
  const { db, close } = await openEmptyTestDatabase();
  onTestFinished(close);
  const count = Object.keys(checksums).indexOf('0073_modes_and_counters');
  await transaction(db, async (trx) => {
    await migrateWithin(trx, { count });
    // A site with its own list: the buckets of Overall depend on the number of skills.
    await sql`
      insert into skills (position, name, icon, game_id) values (22, 'Hunter', 'hunter', 21)`.execute(
      trx,
    );
    await sql`select resize_hiscores()`.execute(trx);
    await sql`
      insert into players (name, name_key, experience, total_level, total_tenths, observed_at)
      select 'Old ' || id, 'old ' || id, array_fill((id * id * 977)::bigint, array[22]), 22 + id, id * id * 21494, now()
      from generate_series(1, 300) as id`.execute(trx);
    await sql`
      insert into hiscores (player_id, skill, score, is_listed)
      select id, skill, case when skill = 0 then total_level * 68719476736 + total_tenths else experience[skill] end,
        id % 7 <> 0
      from players cross join generate_series(0, 22) as skill`.execute(trx);
    await sql`delete from hiscores where player_id % 11 = 0 and skill = 3`.execute(trx);
  });
  const read = () => sql`select id, n16 from hiscore_blocks where id < 1048576 order by id`;
  const { rows: before } = await read().execute(db);
  expect(before.length).toBeGreaterThan(1000);

  await transaction(db, (trx) => migrateWithin(trx, { first: count }));

  expect(await findMiscounts(db)).toEqual([]);
  expect(await findMisplaced(db)).toEqual([]);
  const { rows: misplaced } = await sql`
    select from hiscores where bucket <> hiscore_bucket(skill, score)`.execute(db);
  expect(misplaced).toEqual([]);
  const { total, rows } = await findHiscoresPage(db, { skill: 3, skip: 25 });
  // Without those who are not listed or have no row: 300 - 42 - 27 + 3.
  expect(total).toBe(234);
  expect(rows[0]).toEqual(['Old 268', 0, 268 * 268 * 977, 290, 268 * 268 * 21_494, 0, 0]);
  expect(await findRankedPlayer(db, 'old 300')).toMatchObject({
    mode: 0,
    counts: [],
    ranks: { 0: 1, 3: 1, 22: 1 },
    modeRanks: {},
  });
});
