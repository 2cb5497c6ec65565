import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/data/audit.ts';
import type { Actor } from '#server/lib/data/audit.ts';
import { counterLimits } from '#shared/rules/hiscores.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';
import { startTenthsOf, totalsOf } from '#shared/rules/xp.ts';

import { findReportProblem } from './apply-report.ts';
import type {
  Counts,
  FreshExperience,
  ReportedLists,
  ReportResult,
  Stats,
  StatsReport,
} from './apply-report.ts';
import { forgetRecords } from './gains.service.ts';
import * as queries from './ingest.db.ts';
import type { Score } from './ingest.db.ts';
import { writeMilestones } from './milestones.service.ts';
import { findReportedLists, keepUnknownLists } from './reported-lists.service.ts';
import { countSeasonGains, findOpenSeasons, isInSeason } from './season-scores.service.ts';
import type { SeasonProgress } from './season-scores.service.ts';
import { getSkills } from './skills.service.ts';
import type { Skills } from './skills.service.ts';
import { toDays, toNewPlayer, toUpdate, trackPlayer, trackReport } from './tracked-player.ts';
import type { TrackedPlayer } from './tracked-player.ts';

export type { ReportReason, ReportResult, StatsReport } from './apply-report.ts';

/**
 * The only way to write stats, used by the bridge, the importer and the demo content. A batch and its
 * live messages are one transaction. Experience and counts never go down unless a report is a reset, an
 * older report never replaces a newer one, and ranks change in the same commit.
 */
export const maxReports = 500;
/** More at once is faster, because each batch updates the counts behind the ranks. */
export const maxQuietReports = 2_500;

export type Batch = {
  reports: readonly StatsReport[];
  /** The game server that sent them. */
  reportedBy?: number;
  /** Recorded in the audit log for resets; without it resets are rejected. */
  resetBy?: Actor;
  /** For bulk loading: does not refresh the players' open profile pages. */
  isQuiet?: boolean;
};

type IngestDeps = Pick<Deps, 'db' | 'live'>;

/** Returns one result per report, in the same order. If `within` is a transaction, the batch joins it. */
export async function ingestStats(
  deps: IngestDeps,
  batch: Batch,
  within: Db = deps.db,
): Promise<ReportResult[]> {
  const most = batch.isQuiet ? maxQuietReports : maxReports;
  if (batch.reports.length > most) throw new Error(`At most ${most} reports at once.`);
  const fresh = freshExperienceOf(await getSkills({ db: within, live: deps.live }));
  const rules = { now: new Date(), mayReset: batch.resetBy !== undefined, fresh };
  const problems = batch.reports.map((report) => findReportProblem(report, rules));
  const valid = batch.reports.filter((_, at) => problems[at] === undefined);
  const results = new Map<StatsReport, ReportResult>();
  if (valid.length > 0) {
    // A retried transaction computes the results again.
    await transaction(within, async (trx) => {
      results.clear();
      const lists = await findReportedLists(trx, valid);
      await writeReports({ ...deps, trx, batch, fresh, lists, results }, valid);
    });
  }
  return batch.reports.map((report, at) => {
    const reason = problems[at];
    if (reason) return { status: 'rejected', reason };
    return results.get(report) ?? { status: 'ignored', reason: 'unchanged' };
  });
}

type Work = IngestDeps & {
  trx: Trx;
  batch: Batch;
  fresh: FreshExperience;
  lists: ReportedLists;
  results: Map<StatsReport, ReportResult>;
};

async function writeReports(work: Work, reports: StatsReport[]): Promise<void> {
  const { trx, batch, lists } = work;
  const names = new Map(reports.map(({ name }) => [toUsernameKey(name), name]));
  const players = await openPlayers(work, [...names.keys()]);
  const open = batch.isQuiet ? [] : await findOpenSeasons({ ...work, db: trx }, null);
  const seasons = open.map((season) => ({
    season,
    players: new Map<TrackedPlayer, Omit<SeasonProgress, 'playerId'>>(),
  }));
  for (const report of sortByTime(reports)) {
    const player = players.get(toUsernameKey(report.name));
    if (!player) continue;
    const before = statsOf(player);
    const result = trackReport(player, report, work);
    work.results.set(report, result);
    const inSeason = seasons.find(({ season }) => isInSeason(season, report))?.players;
    if (result.status !== 'accepted' || !inSeason) continue;
    const known = inSeason.get(player)?.before ?? (player.isReported ? before : undefined);
    const { observedAt } = report;
    inSeason.set(player, { before: known, after: statsOf(player), observedAt });
  }
  const seen = [...players.values()].filter(({ isSeen }) => isSeen);
  const reportedBy = batch.reportedBy ?? null;
  if (await keepUnknownLists(trx, { reports, lists, reportedBy })) {
    await work.live.publish(trx, { topic: 'admin', mayWait: true });
  }
  const updates = seen.filter(({ isNew }) => !isNew).map((player) => toUpdate(player, reportedBy));
  if (updates.length > 0) await queries.updatePlayers(trx, updates);
  await insertNewPlayers(
    work,
    seen.filter(({ isNew }) => isNew),
    names,
  );
  const changed = seen.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return;
  if (batch.resetBy) await recordResets(trx, changed, batch.resetBy);
  for (const player of changed) if (player.resets.length > 0) await forgetRecords(trx, player);
  await queries.upsertDays(trx, changed.flatMap(toDays));
  if (!batch.isQuiet) {
    await writeMilestones(
      trx,
      changed.filter(({ isReported }) => isReported),
    );
  }
  for (const { season, players: inSeason } of seasons) {
    const progress = [...inSeason].map(([{ id }, own]) => ({ ...own, playerId: id }));
    await countSeasonGains(trx, season, progress);
  }
  if (!batch.isQuiet) await publishToPlayers(work, changed);
  // Last, because updating the counts blocks other batches until this one commits.
  await writeScores(work, changed);
  await work.live.publish(trx, { topic: 'hiscores', mayWait: true });
}

/** Locks the known players; the others begin with starting stats. Characters of deleted accounts are left out. */
async function openPlayers(
  { trx, fresh }: Pick<Work, 'trx' | 'fresh'>,
  nameKeys: string[],
): Promise<Map<string, TrackedPlayer>> {
  const known = await queries.lockPlayers(trx, nameKeys);
  const players = new Map(known.map((state) => [state.nameKey, trackPlayer(state)]));
  const unknown = nameKeys.filter((nameKey) => !players.has(nameKey));
  if (unknown.length === 0) return players;
  const retired = new Set(await queries.findRetiredNames(trx, unknown));
  const missing = unknown.filter((nameKey) => !retired.has(nameKey));
  // The list may have grown since the caller read it; what was added starts at 0.
  const added = (await queries.countSkills(trx)) - fresh.length;
  const experience = [...fresh, ...Array.from({ length: added }, () => 0)];
  for (const nameKey of missing) {
    const state = { id: 0, nameKey, isListed: true, isReported: false, observedAt: new Date(0) };
    const stats = { experience, mode: 0, counts: [] };
    players.set(nameKey, trackPlayer({ ...state, ...stats }, { isNew: true }));
  }
  return players;
}

/** Locks the players and stores those that are new, with starting stats. */
export async function openStoredPlayers(
  trx: Trx,
  names: ReadonlyMap<string, string>,
  fresh: FreshExperience,
): Promise<Map<string, TrackedPlayer>> {
  const players = await openPlayers({ trx, fresh }, [...names.keys()]);
  const added = [...players.values()].filter(({ isNew }) => isNew);
  await insertNewPlayers({ trx, batch: {} }, added, names);
  return players;
}

/** Also sets what the database decides: the ids, and who is listed. */
async function insertNewPlayers(
  { trx, batch }: { trx: Trx; batch: Pick<Batch, 'reportedBy'> },
  players: TrackedPlayer[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (players.length === 0) return;
  const reportedBy = batch.reportedBy ?? null;
  const rows = players.map((player) =>
    toNewPlayer(player, { name: names.get(player.nameKey) ?? player.nameKey, reportedBy }),
  );
  const inserted = await queries.insertPlayers(trx, rows);
  if (inserted.length < rows.length) throw new PlayersAddedMeanwhile();
  const stored = new Map(inserted.map((row) => [row.nameKey, row]));
  for (const player of players) Object.assign(player, stored.get(player.nameKey));
}

/** The code makes transaction() run the batch again: it then finds these players and locks them. */
class PlayersAddedMeanwhile extends Error {
  readonly code = '40001';
}

async function recordResets(trx: Trx, players: TrackedPlayer[], actor: Actor): Promise<void> {
  for (const { nameKey, resets } of players) {
    for (const { before, after } of resets) {
      await recordAudit(trx, {
        actor,
        action: 'hiscores/player-reset',
        subject: nameKey,
        before: toAudited(before),
        after: toAudited(after),
      });
    }
  }
}

/** Sites without counters have none in the log. */
export function toAudited({
  experience,
  counts,
}: {
  experience: readonly number[];
  counts: Counts;
}) {
  return { xpTenths: experience, ...(counts.length > 0 && { counts }) };
}

async function publishToPlayers({ trx, live }: Work, changed: TrackedPlayer[]): Promise<void> {
  const nameKeys = changed.map(({ nameKey }) => nameKey);
  for (const accountId of await queries.findAccountIds(trx, nameKeys)) {
    await live.publish(trx, { topic: 'me', accountId });
  }
}

function statsOf({ experience, mode, counts }: Stats): Stats {
  return { experience, mode, counts };
}

export function sortByTime(reports: readonly StatsReport[]): StatsReport[] {
  return [...reports].sort((a, b) => a.observedAt.getTime() - b.observedAt.getTime());
}

/** Writes only changed scores; a score back at its starting value is removed from the list. */
async function writeScores({ trx, fresh, lists }: Work, players: TrackedPlayer[]): Promise<void> {
  const added: Score[] = [];
  const reached: Score[] = [];
  const lost: Score[] = [];
  for (const player of players) {
    const { id, mode, isListed, isNew } = player;
    const before = allScoresOf(player.before, { fresh, lists });
    for (const [skill, score] of allScoresOf(player, { fresh, lists })) {
      if (score === (before.get(skill) ?? 0)) continue;
      const row = { player_id: id, skill, score, is_listed: isListed, mode };
      if (score === 0) lost.push(row);
      else (isNew ? added : reached).push(row);
    }
  }
  const moved = players.filter((player) => !player.isNew && player.mode !== player.before.mode);
  if (moved.length > 0) await queries.updateModes(trx, moved);
  if (added.length > 0) await queries.insertScores(trx, added);
  if (reached.length > 0) await queries.upsertScores(trx, reached);
  if (lost.length > 0) await queries.deleteScores(trx, lost);
}

export function freshExperienceOf(skills: Skills): FreshExperience {
  return skills.map(startTenthsOf);
}

/** By the number of the list; 0 if it has no row. Only counters that the batch reports can have changed. */
function allScoresOf(
  { experience, counts }: { experience: readonly number[]; counts: Counts },
  { fresh, lists }: Pick<Work, 'fresh' | 'lists'>,
): Map<number, number> {
  const scores = new Map(scoresOf(experience, fresh).entries());
  for (const { id, minimum } of lists.counters.values()) {
    const count = counts[id - counterLimits.firstId] ?? 0;
    scores.set(id, count >= minimum ? count : 0);
  }
  return scores;
}

/** Overall first; 0 for untrained skills. */
export function scoresOf(experience: readonly number[], fresh: FreshExperience): number[] {
  const trained = experience.map((tenths, stat) => (tenths > (fresh[stat] ?? 0) ? tenths : 0));
  const { level, tenths } = totalsOf(experience);
  return [trained.some(Boolean) ? level * overallLevelUnit + tenths : 0, ...trained];
}

/** Higher than any total of tenths, so the level decides first; see the migration. */
const overallLevelUnit = 2 ** 36;
