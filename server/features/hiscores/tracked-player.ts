import { totalsOf } from '#shared/rules/xp.ts';

import { applyReport } from './apply-report.ts';
import type { ReportResult, ReportRules, Stats, StatsReport } from './apply-report.ts';
import type { DaySnapshot, NewPlayer, PlayerState, PlayerUpdate } from './ingest.db.ts';

/** A player and what the reports of a batch change about it, before any of it is written. */
export type TrackedPlayer = PlayerState & {
  before: Stats;
  /** Not in the database before this batch. */
  isNew: boolean;
  /** At least one report was neither rejected nor stale. */
  isSeen: boolean;
  isChanged: boolean;
  playtimeSeconds: number | null;
  /** The stats at the end of each reported day. */
  days: Map<string, Stats>;
  resets: { before: Stats; after: Stats }[];
};

export function trackPlayer(state: PlayerState, { isNew = false } = {}): TrackedPlayer {
  return {
    ...state,
    before: state,
    isNew,
    isSeen: false,
    isChanged: false,
    playtimeSeconds: null,
    days: new Map(),
    resets: [],
  };
}

export function trackReport(
  player: TrackedPlayer,
  report: StatsReport,
  rules: ReportRules,
): ReportResult {
  const isFirst = player.isNew && !player.isSeen;
  const { result, stats } = applyReport(player, report, { ...rules, isNew: isFirst });
  const isStale = result.status === 'ignored' && result.reason === 'stale';
  if (result.status === 'rejected' || isStale) return result;
  player.isSeen = true;
  player.observedAt = report.observedAt;
  player.playtimeSeconds = report.playtimeSeconds ?? player.playtimeSeconds;
  if (!stats) return result;
  const { experience, mode, counts } = player;
  if (report.reset) player.resets.push({ before: { experience, mode, counts }, after: stats });
  player.isChanged = true;
  Object.assign(player, stats);
  player.days.set(report.observedAt.toISOString().slice(0, 10), stats);
  return result;
}

export function toNewPlayer(
  player: TrackedPlayer,
  { name, reportedBy }: { name: string; reportedBy: number | null },
): NewPlayer {
  return { ...toColumns(player, reportedBy), name, name_key: player.nameKey };
}

export function toUpdate(player: TrackedPlayer, reportedBy: number | null): PlayerUpdate {
  return { ...toColumns(player, reportedBy), id: player.id, is_changed: player.isChanged };
}

function toColumns(player: TrackedPlayer, reportedBy: number | null) {
  const { level, tenths } = totalsOf(player.experience);
  return {
    mode: player.mode,
    experience: player.experience,
    counts: player.counts,
    total_level: level,
    total_tenths: tenths,
    observed_at: player.observedAt,
    playtime_seconds: player.playtimeSeconds,
    reported_by: reportedBy,
  };
}

export function toDays({ id, days }: TrackedPlayer): DaySnapshot[] {
  return [...days].map(([day, { experience, counts }]) => ({
    player_id: id,
    day,
    experience,
    counts,
    total_level: totalsOf(experience).level,
  }));
}
