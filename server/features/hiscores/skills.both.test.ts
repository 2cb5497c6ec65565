import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';

import { commandLine } from '#server/lib/data/audit.ts';
import { sized } from '#server/testing/sized.ts';
import type { HiscoresPage } from '#shared/endpoints/hiscores.ts';

import { rankWaitingDays } from './history.service.ts';
import { addSkill } from './skills.service.ts';
import { findMiscounts, findMisplaced } from './testing/hiscores.ts';
import { prepareSkillSites, read, rowOf } from './testing/skill-sites.ts';

// A new skill changes functions, constraints and indexes while the site runs, so it runs on both engines.

const { open } = prepareSkillSites();

describe('the command add-skill', () => {
  test('gives the skill to every known player and keeps ranks, ties and history', async () => {
    const { site, game } = await open('2006');
    const { db, live } = site.deps;
    const experience = (n: number) =>
      Array.from({ length: 21 }, (_, id) => ((n * 13 + id * 7) % 29) * 9_000);
    // The second half ties with the first; with 40 players the list has two pages.
    const half = sized(5, 20);
    const names = Array.from({ length: 2 * half }, (_, n) => `Player ${n}`);
    for (const [n, name] of names.entries()) {
      await game.post('/hiscores', { players: [rowOf(name, experience(n % half))] });
    }
    await rankWaitingDays({ db });
    const order = async () =>
      (
        await Promise.all(
          [1, 2].map((page) => read<HiscoresPage>(site, `/api/hiscores?page=${page}`)),
        )
      ).flatMap(({ players }) => players);
    const before = await order();

    const done = await addSkill({ db, live }, commandLine, { name: 'Hunter', gameId: 21 });
    expect(done).toMatchObject({ position: 22, players: 2 * half, skill: { icon: 'hunter' } });
    expect(await order()).toEqual(
      before.map((row) => ({
        ...row,
        level: (row.level ?? 0) + 1,
        totalLevel: row.totalLevel + 1,
      })),
    );
    expect(await findMiscounts(db)).toEqual([]);
    expect(await findMisplaced(db)).toEqual([]);
    const gains = await read<{ day: unknown[] }>(site, '/api/hiscores/user/player%201/gains');
    expect(gains.day).toEqual([]);
    const { points } = await read<{ points: { rank: number | null; level: number }[] }>(
      site,
      '/api/hiscores/user/player%201/history?skill=Hunter',
    );
    expect(points).toMatchObject([{ level: 1, rank: null }]);

    const trained = [...experience(1), 2_000_000];
    const sent = await game.post('/hiscores', { players: [rowOf('Player 1', trained)] });
    expect(sent.json()).toMatchObject({ accepted: 1 });
    const hunters = await read<HiscoresPage>(site, '/api/hiscores?skill=Hunter');
    expect(hunters.players).toMatchObject([{ username: 'Player 1', experience: 200_000 }]);
    expect(await findMiscounts(db)).toEqual([]);
    expect(await findMisplaced(db)).toEqual([]);
    const html = (await site.app.inject({ url: '/hiscores' })).body;
    expect(html).toContain('"Hunter"');
    const entry = await db
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .where('action', '=', 'hiscores/skill-added')
      .execute();
    expect(entry).toEqual([{ action: 'hiscores/skill-added', subject: 'Hunter' }]);
  });

  test('refuses what is there already, what is not valid, and a 30th skill', async () => {
    const { site } = await open('2009');
    const add = (name: string, gameId: number, icon?: string) =>
      addSkill(site.deps, commandLine, { name, gameId, icon });
    await expect(add('hunter', 30)).rejects.toThrow('already a skill named Hunter');
    await expect(add('Sailing', 21)).rejects.toThrow('Hunter already has the game id 21');
    await expect(add('', 30)).rejects.toThrow('must not be empty');
    await expect(add('Sailing', Number.NaN)).rejects.toThrow('gameId');
    await expect(add('Sailing', 24, 'boat')).rejects.toThrow('icon must be one of');
    // One of two at once wins.
    const both = await Promise.allSettled([add('Sailing', 24), add('Sailing', 24)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (let gameId = 25; gameId < 29; gameId++) await add(`More ${gameId}`, gameId);
    await expect(add('Too many', 29)).rejects.toThrow('already 29 skills');
    const { rows } = await sql<{ n: number }>`select skill_count() as n`.execute(site.deps.db);
    expect(rows).toEqual([{ n: 29 }]);
  });

  test('while reports arrive, none is lost and all counts stay exact', async () => {
    const { site, game } = await open('2006');
    const { db } = site.deps;
    const rounds = sized(5, 12);
    let refused = 0;
    async function play(writer: number): Promise<void> {
      for (let round = 1; round <= rounds; round++) {
        const players = Array.from({ length: 5 }, (_, n) =>
          rowOf(
            `W${writer} ${n} ${n === 0 ? round : 0}`,
            Array.from({ length: 21 }, () => round * 1_000),
          ),
        );
        const answer = await game.post('/hiscores', { players });
        if (answer.json<{ accepted: number }>().accepted !== 5) refused += 1;
      }
    }
    await Promise.all([
      ...[1, 2, 3].map(play),
      (async () => {
        for (let gameId = 21; gameId < 25; gameId++) {
          await addSkill(site.deps, commandLine, { name: `New ${gameId}`, gameId });
        }
      })(),
    ]);
    expect(refused).toBe(0);
    const players = await db.selectFrom('players').select(['experience', 'total_level']).execute();
    expect(players).toHaveLength(3 * (4 + rounds));
    expect(players.every(({ experience }) => experience.length === 25)).toBe(true);
    expect(await findMiscounts(db)).toEqual([]);
    expect(await findMisplaced(db)).toEqual([]);
  });
});
