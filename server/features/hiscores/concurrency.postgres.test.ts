import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { transaction } from '#server/db/transaction.ts';
import { addTestServer, hiscoreRow } from '#server/features/bridge/testing/bridge.ts';
import { commandLine } from '#server/lib/data/audit.ts';
import { setSetting } from '#server/lib/data/settings.ts';
import { sized } from '#server/testing/sized.ts';
import { json, openTestApp } from '#server/testing/test-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { AppError } from '#shared/errors.ts';

import { refreshExclusion } from './hiscores.service.ts';
import { hiscoreSettings } from './hiscores.settings.ts';
import { ingestStats } from './ingest.service.ts';
import { recountHiscores, resetPlayerHiscores, resetServerHiscores } from './reset.service.ts';
import { defaultSkills, findMiscounts, findMisplaced } from './testing/hiscores.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp({ settings: { HISCORES_REFRESH_SECONDS: '0' } });
});
afterAll(() => test.close());

/** Several writers report the same players in different orders while rights and settings change. */
it('concurrent writers leave counts and ranks exact', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Rival ${at}`);
  const begin = Date.UTC(2026, 0, 1);
  const rounds = sized(5, 12);
  const random = createRandom(7);
  async function write(writer: number): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const chosen = names.filter(() => random() < 0.5).sort(() => random() - 0.5);
      const reports = chosen.map((name) => ({
        name,
        observedAt: new Date(begin + round * 60_000 + writer),
        xpTenths: defaultSkills.map(() => round * 1_000 + Math.floor(random() * 3) * 300),
      }));
      if (reports.length > 0) await ingestStats(test.deps, { reports });
    }
  }
  async function changeExclusions(): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      await setSetting(test.deps, hiscoreSettings.excludeStaff, {
        value: round % 2 === 0,
        by: null,
      });
      await transaction(test.deps.db, (trx) =>
        sql`update accounts set user_rights = ${round % 4} where username_key like 'rival %'`.execute(
          trx,
        ),
      );
      await transaction(test.deps.db, (trx) => refreshExclusion(trx, 'rival 3'));
    }
  }
  for (const name of names.slice(0, 5)) await test.addPlayer(name);
  await Promise.all([1, 2, 3, 4, 5, 6].map(write).concat(changeExclusions()));
  expect(await findFaults()).toEqual({ counts: [], places: [], flags: [] });
});

it('batches with new and known players cause no deadlock', async () => {
  const batches = sized(15, 75);
  const attempts = await writeBatches('Fresh', batches, async () => {});
  expect(attempts).toBe(4 * batches);
  expect(await findMiscounts(test.deps.db)).toEqual([]);
});

it('a recount during reports leaves the counts exact and causes no deadlock', async () => {
  const batches = sized(5, 25);
  const attempts = await writeBatches('Beside', batches, async () => {
    for (let n = 0; n < sized(3, 8); n++) await recountHiscores(test.deps, commandLine);
  });
  expect(attempts).toBe(4 * batches);
  expect(await findMiscounts(test.deps.db)).toEqual([]);
});

it('resets during reports leave counts and ranks exact and cause no deadlock', async () => {
  const { id: serverId } = await addTestServer(test);
  const batches = sized(5, 25);
  const attempts = await writeBatches(
    'Reset',
    batches,
    async () => {
      for (let n = 0; n < sized(3, 8); n++) {
        await resetServerHiscores(test.deps, commandLine, serverId);
        await resetPlayerHiscores(test.deps, commandLine, 'Reset 1 1').catch(ignoreMissing);
      }
    },
    serverId,
  );
  expect(attempts).toBe(4 * batches);
  await resetServerHiscores(test.deps, commandLine, serverId);
  const { rows } = await sql`
    select p.name from players p join hiscores h on h.player_id = p.id
    where p.name like 'Reset%' and not exists (
      select from player_days d where d.player_id = p.id)`.execute(test.deps.db);
  expect(rows).toEqual([]);
  expect(await findFaults()).toEqual({ counts: [], places: [], flags: [] });
});

function ignoreMissing(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'hiscores/no-data') throw error;
}

it('a server that was switched off while it reports has no player stored afterwards', async () => {
  const server = await addTestServer(test);
  const path = `/api/admin/servers/${server.id}/hiscores`;
  const admin = await test.addPlayer('Switcher', 3);
  const reports = Array.from({ length: sized(8, 20) }, (_, batch) =>
    server.post('/hiscores', {
      players: Array.from({ length: sized(20, 100) }, (__, at) =>
        hiscoreRow(`S${batch}n${at}`, 1_000),
      ),
    }),
  );
  const switched = await test.app.inject(json('PATCH', path, { counts: false }, admin));
  expect(switched.statusCode, switched.body).toBe(204);
  // Everything that counts was committed before the switch, so this reset removes all of it.
  await test.app.inject(json('DELETE', path, undefined, admin));
  await Promise.all(reports);
  const left = await test.deps.db
    .selectFrom('players')
    .select('name')
    .where('reported_by', '=', server.id)
    .execute();
  expect(left).toEqual([]);
});

/**
 * Four writers, each with its own known players and some new ones in every batch. Returns how many
 * transactions were started: more than the number of batches if deadlocks forced retries.
 */
async function writeBatches(
  prefix: string,
  batchesPerWriter: number,
  meanwhile: () => Promise<void>,
  reportedBy?: number,
): Promise<number> {
  const random = createRandom(11);
  let attempts = 0;
  async function write(writer: number): Promise<void> {
    for (let round = 0; round < batchesPerWriter; round++) {
      const known = Array.from({ length: 8 }, (_, at) => `${prefix} ${writer} ${at}`);
      const fresh = [0, 1, 2].map((at) => `${prefix}${writer}n${round * 3 + at}`);
      const reports = [...known, ...fresh].map((name) => ({
        name,
        observedAt: reportedBy ? new Date() : new Date(Date.UTC(2026, 0, 1) + round * 60_000),
        xpTenths: defaultSkills.map(() => round * 50_000 + Math.floor(random() * 50_000)),
      }));
      await transaction(test.deps.db, (trx) => {
        attempts += 1;
        return ingestStats(test.deps, { reports, ...(reportedBy && { reportedBy }) }, trx);
      });
    }
  }
  await Promise.all([...[1, 2, 3, 4].map(write), meanwhile()]);
  return attempts;
}

async function findFaults() {
  const { db } = test.deps;
  const flags = await sql`
    select from hiscores h join players p on p.id = h.player_id
    where h.is_listed <> p.is_listed
      or p.is_listed <> is_player_listed(p.name_key, p.user_rights)`.execute(db);
  return {
    counts: await findMiscounts(db),
    places: await findMisplaced(db),
    flags: flags.rows,
  };
}

/** Seeded, so every run is the same. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}
