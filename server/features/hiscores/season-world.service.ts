import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { findReportProblem } from './apply-report.ts';
import type { ReportResult, StatsReport } from './apply-report.ts';
import { freshExperienceOf, openStoredPlayers, sortByTime } from './ingest.service.ts';
import { findReportedLists } from './reported-lists.service.ts';
import { findOpenSeasons, isInSeason, scoresOf } from './season-scores.service.ts';
import * as queries from './seasons.db.ts';
import type { SeasonRow } from './seasons.db.ts';
import { getSkills } from './skills.service.ts';
import { trackPlayer, trackReport } from './tracked-player.ts';

type Given = { serverId: number; reports: readonly StatsReport[]; mayReset: boolean };

/**
 * Reports of a world that is played only for a season: everyone starts there from nothing, and the hiscores stay as
 * they are. Undefined if the server is not the world of a season that runs.
 */
export function ingestSeasonStats(
  deps: Pick<Deps, 'live'>,
  within: Db,
  given: Given,
): Promise<ReportResult[] | undefined> {
  return transaction(within, (trx) => writeReports(deps, trx, given));
}

async function writeReports(
  deps: Pick<Deps, 'live'>,
  trx: Trx,
  { serverId, reports, mayReset }: Given,
): Promise<ReportResult[] | undefined> {
  const season = await findSeasonOf({ ...deps, db: trx }, serverId, reports);
  if (!season) return undefined;
  const fresh = freshExperienceOf(await getSkills({ ...deps, db: trx }));
  const lists = await findReportedLists(trx, reports);
  const names = new Map(reports.map(({ name }) => [toUsernameKey(name), name]));
  const players = await openStoredPlayers(trx, names, fresh);
  // After the players, like the reports of other worlds.
  if (!(await queries.holdSeason(trx, season.id))) return undefined;
  const ids = [...players.values()].map(({ id }) => id);
  const known = await queries.findSeasonStats(trx, season.id, ids);
  const start = { experience: fresh, mode: 0, counts: [] };
  const tracked = new Map(
    [...players].map(([nameKey, player]) => {
      const stats = known.get(player.id) ?? { ...start, observedAt: new Date(0) };
      const state = { ...player, ...start, ...stats };
      return [nameKey, trackPlayer(state, { isNew: !known.has(player.id) })];
    }),
  );
  const results = new Map<StatsReport, ReportResult>();
  for (const report of sortByTime(reports)) {
    const reason = findReportProblem(report, { now: new Date(), mayReset, fresh });
    const player = tracked.get(toUsernameKey(report.name));
    if (reason) results.set(report, { status: 'rejected', reason });
    else if (player && isInSeason(season, report))
      results.set(report, trackReport(player, report, { fresh, lists }));
  }
  const changed = [...tracked.values()]
    .filter(({ isChanged }) => isChanged)
    .map((player) => ({ ...player, playerId: player.id }));
  if (changed.length > 0) {
    await queries.upsertSeasonStats(trx, season.id, changed);
    const scores = changed.flatMap((player) => scoresOf({ ...player, start, after: player }));
    await queries.writeSeasonScores(trx, season.id, scores);
    await deps.live.publish(trx, { topic: 'hiscores', mayWait: true });
  }
  return reports.map((report) => results.get(report) ?? { status: 'ignored', reason: 'stale' });
}

/** One season per batch: while one ends and the next begins, the latest to which a report belongs. */
async function findSeasonOf(
  deps: Pick<Deps, 'db' | 'live'>,
  serverId: number,
  reports: readonly StatsReport[],
): Promise<SeasonRow | undefined> {
  const seasons = await findOpenSeasons(deps, serverId);
  const isOfSome = (season: SeasonRow) => reports.some((report) => isInSeason(season, report));
  return seasons.find(isOfSome) ?? seasons[0];
}
