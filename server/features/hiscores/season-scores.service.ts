import { isDeepStrictEqual } from 'node:util';

import type { Db } from '#server/db/schema.ts';
import type { Live } from '#server/lib/data/live.ts';
import { createTopicCache } from '#server/lib/data/topic-cache.ts';
import type { TopicCache } from '#server/lib/data/topic-cache.ts';
import { counterLimits } from '#shared/rules/hiscores.ts';

import type { Stats } from './apply-report.ts';
import * as queries from './seasons.db.ts';
import type { SeasonRow, SeasonScore } from './seasons.db.ts';

/**
 * The scores of a running season, written in the transaction of the report. Reports hold the season's row until they
 * commit, and closing locks it, so a report counts completely or not at all. The time at which the game observed the
 * stats decides whether they belong to the season.
 */
type Values = Pick<Stats, 'experience' | 'counts'>;

export type SeasonProgress = {
  playerId: number;
  /** Undefined if no game has reported the player before: then the season begins with `after`. */
  before: Values | undefined;
  after: Values;
  observedAt: Date;
};

const caches = new WeakMap<Live, TopicCache<SeasonRow[]>>();

/** Seasons that run or come, cached until a message on the topic `site`. */
async function getOpenSeasons(deps: { db: Db; live: Live }): Promise<SeasonRow[]> {
  const cache = caches.get(deps.live) ?? createTopicCache<SeasonRow[]>(deps.live, 1);
  caches.set(deps.live, cache);
  return cache.get('seasons', ['site'], async () =>
    (await queries.findSeasons(deps.db)).filter(({ isClosed }) => !isClosed),
  );
}

/**
 * The seasons for which reports of this server may count now, the latest first; without a server, those of the
 * hiscores. There are two while one ends and the next begins.
 */
export async function findOpenSeasons(
  deps: { db: Db; live: Live },
  serverId: number | null,
): Promise<SeasonRow[]> {
  const seasons = await getOpenSeasons(deps);
  const open = seasons.filter((season) => season.serverId === serverId);
  // Some minutes more, because the clock of a game may be ahead.
  return open.filter(({ startsAt }) => startsAt.getTime() < Date.now() + 600_000);
}

export function isInSeason(
  { startsAt, endsAt }: SeasonRow,
  { observedAt }: { observedAt: Date },
): boolean {
  return startsAt <= observedAt && observedAt < endsAt;
}

/** Counts what the players gained since the season began for them. Their rows in `players` must be locked. */
export async function countSeasonGains(
  trx: Db,
  season: SeasonRow,
  players: readonly SeasonProgress[],
): Promise<void> {
  if (players.length === 0 || !(await queries.holdSeason(trx, season.id))) return;
  const ids = players.map(({ playerId }) => playerId);
  const known = await queries.findSeasonStats(trx, season.id, ids);
  const begun = players.map((player) => {
    const start = known.get(player.playerId) ?? player.before ?? player.after;
    return { ...player, start: lowerOf(start, player.after) };
  });
  const moved = begun
    .filter(({ playerId, start }) => !isSame(known.get(playerId), start))
    .map(({ playerId, start, observedAt }) => ({ ...start, playerId, observedAt }));
  if (moved.length > 0) await queries.upsertSeasonStats(trx, season.id, moved);
  const scores = begun.flatMap(({ start, before = start, ...player }) =>
    scoresOf({ ...player, start, before }),
  );
  await queries.writeSeasonScores(trx, season.id, scores);
}

/** After a reset, the gains count from the lower values. A counter counts from when it is first reported. */
function lowerOf(start: Values, after: Values): Values {
  return {
    experience: after.experience.map((tenths, at) => Math.min(start.experience[at] ?? 0, tenths)),
    counts: after.counts.map((count, at) =>
      count === null ? null : Math.min(start.counts[at] ?? count, count),
    ),
  };
}

function isSame(known: Values | undefined, { experience, counts }: Values): boolean {
  return (
    known !== undefined &&
    isDeepStrictEqual(known.experience, experience) &&
    isDeepStrictEqual(known.counts, counts)
  );
}

type Scored = Omit<SeasonProgress, 'before'> & { start: Values; before: Values };

/** Contains Overall and the lists that changed. */
export function scoresOf({ playerId, start, before, after, observedAt }: Scored): SeasonScore[] {
  const gains = after.experience.map((tenths, at) => tenths - (start.experience[at] ?? 0));
  const skills = gains.map((score, at) => ({
    skill: at + 1,
    score,
    isChanged: after.experience[at] !== before.experience[at],
  }));
  const counts = after.counts.map((count, at) => ({
    skill: at + counterLimits.firstId,
    score: (count ?? 0) - (start.counts[at] ?? 0),
    isChanged: count !== (before.counts[at] ?? null),
  }));
  const total = gains.reduce((sum, gain) => sum + gain, 0);
  return [{ skill: 0, score: total, isChanged: true }, ...skills, ...counts]
    .filter(({ isChanged }) => isChanged)
    .map(({ skill, score }) => ({ playerId, skill, score, reachedAt: observedAt }));
}
