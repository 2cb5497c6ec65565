import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { setSetting } from '#server/lib/settings.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { trainedSkills } from '#shared/xp.ts';

import { refreshExclusion } from './hiscores.service.ts';
import { ingestStats } from './ingest.service.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
});
afterAll(() => test.close());

/** Many at once, over the same players in different orders, while rights and settings change. */
it('concurrent writers leave counts and ranks exact', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Rival ${at}`);
  const begin = Date.UTC(2026, 0, 1);
  const random = createRandom(7);
  async function write(writer: number): Promise<void> {
    for (let round = 0; round < 12; round++) {
      const chosen = names.filter(() => random() < 0.5).sort(() => random() - 0.5);
      const reports = chosen.map((name) => ({
        name,
        observedAt: new Date(begin + round * 60_000 + writer),
        xpTenths: trainedSkills.map(() => round * 1_000 + Math.floor(random() * 3) * 300),
      }));
      if (reports.length > 0) await ingestStats(test.deps, { reports });
    }
  }
  async function exclude(): Promise<void> {
    for (let round = 0; round < 10; round++) {
      await setSetting(test.deps, 'hiscores.exclude_staff', { value: round % 2 === 0, by: null });
      await transaction(test.deps.db, (trx) =>
        sql`update accounts set user_rights = ${round % 4} where username_key like 'rival %'`.execute(
          trx,
        ),
      );
      await transaction(test.deps.db, (trx) => refreshExclusion(trx, 'rival 3'));
    }
  }
  for (const name of names.slice(0, 5)) await test.addPlayer(name);
  await Promise.all([1, 2, 3, 4, 5, 6].map(write).concat(exclude()));
  expect(await findFaults()).toEqual({ counts: [], places: [], flags: [] });
});

async function findFaults() {
  const { db } = test.deps;
  const counts = await sql`
    with counted as (
      select skill, depth::smallint as depth, bucket >> (5 * depth) as bucket, count(*) as n
      from hiscores cross join generate_series(0, 2) as depth where is_listed group by 1, 2, 3
    )
    select * from counted full join (select * from hiscore_counts where n <> 0) as kept
      using (skill, depth, bucket)
    where counted.n is distinct from kept.n`.execute(db);
  const places = await sql`
    with sorted as (
      select player_id, skill,
        row_number() over (partition by skill order by score desc, seq) as place
      from hiscores where is_listed
    )
    select * from sorted left join lateral hiscore_ranks(sorted.player_id) as given
      on given.skill = sorted.skill
    where given.rank is distinct from sorted.place`.execute(db);
  const flags = await sql`
    select from hiscores h join players p on p.id = h.player_id
    where h.is_listed <> p.is_listed
      or p.is_listed <> is_player_listed(p.name_key, p.user_rights)`.execute(db);
  return { counts: counts.rows, places: places.rows, flags: flags.rows };
}

/** The same run every time. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
