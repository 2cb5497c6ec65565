import type { Db, Trx } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/lib/audit.ts';
import type { Actor } from '#server/lib/audit.ts';
import { toUsernameKey } from '#shared/usernames.ts';
import { startTenthsOf, totalsOf } from '#shared/xp.ts';

import { applyReport, findReportProblem } from './apply-report.ts';
import type { FreshExperience, ReportResult, StatsReport } from './apply-report.ts';
import * as queries from './ingest.db.ts';
import type { DaySnapshot, PlayerState, Score } from './ingest.db.ts';
import { getSkills } from './skills.service.ts';
import type { Skills } from './skills.service.ts';

export type { ReportReason, ReportResult, StatsReport } from './apply-report.ts';

/**
 * The only way to write stats, used by the bridge, the importer and the demo content. A batch and its
 * live messages are one transaction. Experience never goes down unless a report is a reset, an older
 * report never replaces a newer one, and ranks and counts change in the same commit.
 */
export const maxReports = 500;

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
  if (batch.reports.length > maxReports) throw new Error(`At most ${maxReports} reports at once.`);
  const fresh = freshExperienceOf(await getSkills({ db: within, live: deps.live }));
  const rules = { now: new Date(), mayReset: batch.resetBy !== undefined, fresh };
  const problems = batch.reports.map((report) => findReportProblem(report, rules));
  const valid = batch.reports.filter((_, at) => problems[at] === undefined);
  const results = new Map<StatsReport, ReportResult>();
  if (valid.length > 0) {
    // A retried transaction computes the results again.
    await transaction(within, (trx) => {
      results.clear();
      return writeReports({ ...deps, trx, batch, fresh, results }, valid);
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
  results: Map<StatsReport, ReportResult>;
};

type Tracked = PlayerState & {
  before: readonly number[];
  isNew: boolean;
  isChanged: boolean;
  isSeen: boolean;
  playtimeSeconds: number | null;
};

async function writeReports(work: Work, reports: StatsReport[]): Promise<void> {
  const { trx, batch } = work;
  const nameByKey = new Map(reports.map(({ name }) => [toUsernameKey(name), name]));
  await queries.insertMissingPlayers(
    trx,
    [...nameByKey].map(([name_key, name]) => ({ name, name_key })),
    { experience: work.fresh, ...totalsOf(work.fresh) },
  );
  const tracked = trackPlayers(await queries.lockPlayers(trx, [...nameByKey.keys()]));
  const days = new Map<string, DaySnapshot>();
  for (const report of sortByTime(reports)) {
    const player = tracked.get(toUsernameKey(report.name));
    if (player) await processReport(work, { report, player, days });
  }
  const seen = [...tracked.values()].filter(({ isSeen }) => isSeen);
  const changed = seen.filter(({ isChanged }) => isChanged);
  const reported_by = batch.reportedBy ?? null;
  const updates = seen.map((player) => ({ ...toUpdate(player), reported_by }));
  if (updates.length > 0) await queries.updatePlayers(trx, updates);
  if (changed.length === 0) return;
  await queries.upsertDays(trx, [...days.values()]);
  if (!batch.isQuiet) await publishToPlayers(work, changed);
  // Last, because updating the counts blocks other batches until this one commits.
  await writeScores(work, changed);
  await work.live.publish(trx, { topic: 'hiscores', mayWait: true });
}

async function publishToPlayers({ trx, live }: Work, changed: Tracked[]): Promise<void> {
  const nameKeys = changed.map(({ nameKey }) => nameKey);
  for (const accountId of await queries.findAccountIds(trx, nameKeys)) {
    await live.publish(trx, { topic: 'me', accountId });
  }
}

function trackPlayers(states: PlayerState[]): Map<string, Tracked> {
  return new Map(
    states.map((state) => [
      state.nameKey,
      {
        ...state,
        before: state.experience,
        // queries.insertMissingPlayers writes the epoch: this player has no report yet.
        isNew: state.observedAt.getTime() === 0,
        isChanged: false,
        isSeen: false,
        playtimeSeconds: null,
      },
    ]),
  );
}

type ReportTarget = { report: StatsReport; player: Tracked; days: Map<string, DaySnapshot> };

async function processReport(work: Work, { report, player, days }: ReportTarget): Promise<void> {
  const { resetBy } = work.batch;
  const { result, experience } = applyReport(player, report, {
    isNew: player.isNew,
    fresh: work.fresh,
  });
  work.results.set(report, result);
  const isRejected = result.status === 'rejected';
  if (isRejected || (result.status === 'ignored' && result.reason === 'stale')) return;
  player.isSeen = true;
  player.observedAt = report.observedAt;
  player.playtimeSeconds = report.playtimeSeconds ?? player.playtimeSeconds;
  if (!experience) return;
  if (report.reset && resetBy) {
    await recordAudit(work.trx, {
      actor: resetBy,
      action: 'hiscores/player-reset',
      subject: player.nameKey,
      before: { xpTenths: player.experience },
      after: { xpTenths: experience },
    });
  }
  player.isNew = false;
  player.isChanged = true;
  player.experience = experience;
  const day = report.observedAt.toISOString().slice(0, 10);
  const snapshot = {
    player_id: player.id,
    day,
    experience,
    total_level: totalsOf(experience).level,
  };
  days.set(`${player.id} ${day}`, snapshot);
}

function sortByTime(reports: StatsReport[]): StatsReport[] {
  return [...reports].sort((a, b) => a.observedAt.getTime() - b.observedAt.getTime());
}

function toUpdate(player: Tracked) {
  const { level, tenths } = totalsOf(player.experience);
  return {
    id: player.id,
    experience: player.experience,
    total_level: level,
    total_tenths: tenths,
    observed_at: player.observedAt,
    playtime_seconds: player.playtimeSeconds,
    is_changed: player.isChanged,
  };
}

/** Writes only changed scores; a score back at its starting value is removed from the list. */
async function writeScores({ trx, fresh }: Work, players: Tracked[]): Promise<void> {
  const reached: Score[] = [];
  const lost: Score[] = [];
  for (const player of players) {
    const before = scoresOf(player.before, fresh);
    for (const [skill, score] of scoresOf(player.experience, fresh).entries()) {
      if (score === before[skill]) continue;
      const row = { player_id: player.id, skill, score, is_listed: player.isListed };
      (score > 0 ? reached : lost).push(row);
    }
  }
  if (reached.length > 0) await queries.upsertScores(trx, reached);
  if (lost.length > 0) await queries.deleteScores(trx, lost);
}

export function freshExperienceOf(skills: Skills): FreshExperience {
  return skills.map(startTenthsOf);
}

/** Overall first; 0 for untrained skills. */
export function scoresOf(experience: readonly number[], fresh: FreshExperience): number[] {
  const trained = experience.map((tenths, stat) => (tenths > (fresh[stat] ?? 0) ? tenths : 0));
  const { level, tenths } = totalsOf(experience);
  return [trained.some(Boolean) ? level * overallLevelUnit + tenths : 0, ...trained];
}

/** Higher than any total of tenths, so the level decides first; see the migration. */
const overallLevelUnit = 2 ** 36;
