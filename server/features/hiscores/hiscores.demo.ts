import { readDemoPlayers } from '#server/demo/demo-players.ts';
import type { Deps } from '#server/deps.ts';
import { demoAccounts } from '#server/features/accounts/accounts.demo.ts';
import { experienceOfLevel, totalsOf } from '#shared/rules/xp.ts';

import type { FreshExperience } from './apply-report.ts';
import { raiseRecords } from './gains.db.ts';
import { computeTopGains } from './gains.service.ts';
import { findPlayerIds, upsertDays } from './ingest.db.ts';
import type { DaySnapshot } from './ingest.db.ts';
import { freshExperienceOf, ingestStats, scoresOf } from './ingest.service.ts';
import { byKey, demoCounts, demoModeOf, loadDemoLists } from './lists.demo.ts';
import { insertMilestones } from './milestones.db.ts';
import type { Reached } from './milestones.db.ts';
import { goalsBeyond } from './milestones.service.ts';
import { demoSeasonDays, loadDemoSeason } from './seasons.demo.ts';
import { getSkills } from './skills.service.ts';

const daysOfHistory = 60;
const dayMilliseconds = 86_400_000;
/** More than this comes only from a high experience, not from the pace. */
const mostTenthsPerDay = 2_000_000;

/** Seeded, so the data is always the same, except for the dates. */
export async function loadDemoHiscores(deps: Deps): Promise<void> {
  const random = createRandom(20_061);
  const randomCounts = createRandom(20_062);
  const now = Date.now();
  const fresh = freshExperienceOf(await getSkills(deps));
  const { withAccount, withoutAccount } = await readDemoPlayers();
  // Staff have stats too: their profile shows them, but the lists exclude them.
  const visitors = demoAccounts.map(({ username }) => username).toReversed();
  const names = [...withAccount, ...visitors, ...withoutAccount];
  await loadDemoLists(deps.db);
  const histories = names.map((name, at) => ({
    name,
    days: simulateDays(random, talentOf(name, at), fresh),
    counts: demoCounts(randomCounts, talentOf(name, at)),
  }));
  await ingestStats(deps, {
    isQuiet: true,
    reports: histories.map(({ name, days, counts }, at) => ({
      name,
      mode: demoModeOf(at),
      counts: byKey(counts),
      observedAt: new Date(now),
      xpTenths: days.at(-1) ?? fresh,
      playtimeSeconds: Math.floor(random() * 2_000_000),
    })),
  });
  const idByName = await findPlayerIds(deps.db);
  const snapshots = toSnapshots(histories, { idByName, now, fresh });
  await upsertDays(deps.db, snapshots);
  await raiseRecords(
    deps.db,
    snapshots.map(({ player_id, day }) => ({ playerId: player_id, day })),
  );
  await insertMilestones(deps.db, toMilestones(histories, { idByName, now }));
  await loadDemoSeason(
    deps.db,
    histories.flatMap(({ name, days, counts }) => {
      const playerId = idByName.get(name);
      const [before, experience] = [days.at(-1 - demoSeasonDays), days.at(-1)];
      if (playerId === undefined || !before || !experience) return [];
      const start = { experience: before, counts: countsAgo(counts, demoSeasonDays) };
      return [{ playerId, start, after: { experience, counts } }];
    }),
  );
  // The job does this too, but the first visitor may come before it has.
  await computeTopGains(deps);
}

/** The lists do not include staff and the banned player, so they must not count in anyone's rank. */
function isListed(name: string): boolean {
  return name !== 'Wicker' && !demoAccounts.some((one) => one.username === name && one.rights > 1);
}

/** 0 to 1. The demo players to sign in with rank in the upper half. */
function talentOf(name: string, at: number): number {
  if (name === 'Wyn Player') return 0.62;
  if (name === 'Wyn Mod') return 0.74;
  return 1 - ((at * 37) % 61) / 64;
}

/** Experience by day, oldest first. Computed backwards from today's experience. */
function simulateDays(random: () => number, talent: number, fresh: FreshExperience): number[][] {
  let experience = fresh.map((start) => currentExperience(random, talent, start));
  const diligence = 0.25 + random() * 0.65;
  const days = [experience];
  for (let day = 1; day < daysOfHistory; day++) {
    // Some train much more than others, so that ranks change within a week.
    const pace = diligence > 0.7 ? 8 : 1;
    if (random() < diligence) experience = previousDay(random, { experience, fresh, pace });
    days.unshift(experience);
  }
  return days;
}

function currentExperience(random: () => number, talent: number, start: number): number {
  if (random() > 0.55 + talent * 0.5) return start;
  const level = Math.min(99, Math.max(2, Math.round(talent * 78 + (random() - 0.35) * 40)));
  const [low, high] = [experienceOfLevel(level), experienceOfLevel(Math.min(99, level + 1))];
  const beyond = level === 99 ? random() * 9_000_000 : random() * (high - low);
  return Math.max(start, Math.floor((low + beyond) * 10));
}

/** Removes gains from one to four skills. */
function previousDay(
  random: () => number,
  { experience, fresh, pace }: { experience: number[]; fresh: FreshExperience; pace: number },
): number[] {
  const trained = 1 + Math.floor(random() * 4);
  const before = [...experience];
  for (let turn = 0; turn < trained; turn++) {
    const stat = Math.floor(random() * before.length);
    const had = before[stat] ?? 0;
    const usual = Math.floor(had * random() * 0.035) + Math.floor(random() * 4_000);
    const gain = Math.max(usual, Math.min(usual * pace, mostTenthsPerDay));
    before[stat] = Math.max(fresh[stat] ?? 0, had - gain);
  }
  return before;
}

/** One in a hundred every second day. */
function countsAgo(counts: readonly number[], days: number): number[] {
  return counts.map((count) => Math.floor(count * (1 - days / 200)));
}

type PlayerHistory = { name: string; days: number[][]; counts: number[] };

/** One snapshot per past day with a change, including that day's ranks. */
function toSnapshots(
  histories: PlayerHistory[],
  { idByName, now, fresh }: { idByName: Map<string, number>; now: number; fresh: FreshExperience },
): DaySnapshot[] {
  const rows: DaySnapshot[] = [];
  for (let at = 0; at < daysOfHistory - 1; at++) {
    const day = new Date(now - (daysOfHistory - 1 - at) * dayMilliseconds)
      .toISOString()
      .slice(0, 10);
    const ranks = ranksOf(
      histories.map(({ name, days }) => scoresOf((isListed(name) && days[at]) || fresh, fresh)),
    );
    for (const [index, { name, days, counts }] of histories.entries()) {
      const experience = days[at];
      const playerId = idByName.get(name);
      if (!experience || playerId === undefined || experience === days[at - 1]) continue;
      rows.push({
        player_id: playerId,
        day,
        experience,
        counts: countsAgo(counts, daysOfHistory - at),
        total_level: totalsOf(experience).level,
        ranks: ranks[index] ?? null,
      });
    }
  }
  return rows;
}

function toMilestones(
  histories: PlayerHistory[],
  { idByName, now }: { idByName: Map<string, number>; now: number },
): Reached[] {
  return histories.flatMap(({ name, days }) =>
    days.slice(1).flatMap((experience, at) => {
      const before = { experience: days[at] ?? experience, counts: [] };
      const reachedAt = new Date(now - (daysOfHistory - 2 - at) * dayMilliseconds);
      const reached = { playerId: idByName.get(name) ?? 0, isListed: isListed(name), reachedAt };
      return goalsBeyond(before, { experience, counts: [] }).map((goal) => ({
        ...goal,
        ...reached,
      }));
    }),
  );
}

/** Ranks of all players in all lists; null without a score. */
function ranksOf(scores: number[][]): (number | null)[][] {
  const ranks: (number | null)[][] = scores.map(() => []);
  for (const skill of scores[0]?.keys() ?? []) {
    const order = scores
      .map((own, index) => ({ index, score: own[skill] ?? 0 }))
      .sort((a, b) => b.score - a.score);
    for (const [place, { index, score }] of order.entries()) {
      ranks[index]?.push(score > 0 ? place + 1 : null);
    }
  }
  return ranks;
}

/** Seeded, so that runs are repeatable. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
