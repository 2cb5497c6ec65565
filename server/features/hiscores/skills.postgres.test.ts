import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '#server/db/open-database.ts';
import { transaction } from '#server/db/transaction.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { openTestApp } from '#server/testing/test-app.ts';

import { addSkill } from './skills.service.ts';
import { findMiscounts, findMisplaced } from './testing/hiscores.ts';

test('a replica uses a skill that was added through another one', async () => {
  const site = await openTestApp();
  onTestFinished(() => site.close());
  const database = await openDatabase({
    databaseUrl: site.deps.database.databaseUrl,
    dataDir: '',
  });
  const other = await openTestApp({ database });
  onTestFinished(() => other.close());
  const url = '/api/hiscores?skill=Hunter';
  expect((await other.app.inject({ url })).statusCode).toBe(400);
  await addSkill(site.deps, commandLine, { name: 'Hunter', gameId: 21 });
  await expect.poll(async () => (await other.app.inject({ url })).statusCode).toBe(200);
});

test('rows can be restored from a dump, which sets no search path', async () => {
  const site = await openTestApp({ settings: { SKILLS: 'rs3' } });
  onTestFinished(() => site.close());
  await transaction(site.deps.db, async (trx) => {
    await sql`set local search_path = ''`.execute(trx);
    // A dump has no triggers while it restores rows.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into public.players (name, name_key, experience, total_level, total_tenths, observed_at)
      select 'Zed', 'zed', array_fill(2000000000::bigint, array[29]), 2871, 58000000000, now()`.execute(
      trx,
    );
    await sql`
      insert into public.hiscores (player_id, skill, score, is_listed)
      select id, 0, 2871 * 68719476736 + 58000000000, true from public.players`.execute(trx);
    await sql`
      insert into public.player_days (player_id, day, experience, total_level, ranks)
      select id, now(), experience, 2871, array_fill(1, array[30]) from public.players`.execute(
      trx,
    );
  });
  const { rows } = await sql<{ bucket: number }>`select bucket from hiscores`.execute(site.deps.db);
  expect(rows).toEqual([{ bucket: expect.any(Number) }]);
});

test('the buckets of 21 skills are those of earlier versions', async () => {
  const site = await openTestApp();
  onTestFinished(() => site.close());
  const { db } = site.deps;
  const read = async () =>
    (
      await sql`
        select md5(string_agg(hiscore_bucket(skill::smallint, score)::text, ',' order by skill, score)) as hash
        from (
          select 0 as skill, level * 68719476736 + tenths as score
          from generate_series(30, 2079, 7) as level
          cross join generate_series(1000, 42000000000, 77777777) as tenths
          union all
          select 5, generate_series(1, 2000000000, 1234567)
        ) as given`.execute(db)
    ).rows;
  const released = await read();
  await sql`select resize_hiscores()`.execute(db);
  expect(await read()).toEqual(released);
  expect(await findMiscounts(db)).toEqual([]);
  expect(await findMisplaced(db)).toEqual([]);
});
