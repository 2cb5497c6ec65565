import { totalsOf } from '#shared/rules/xp.ts';

import { applyReport } from './apply-report.ts';
import type { FreshExperience, ReportResult, StatsReport } from './apply-report.ts';
import type { DaySnapshot, NewPlayer, PlayerState, PlayerUpdate } from './ingest.db.ts';

/** A player and what the reports of a batch change about it, before any of it is written. */
export type TrackedPlayer = PlayerState & {
  before: readonly number[];
  /** Not in the database before this batch. */
  isNew: boolean;
  /** At least one report was neither rejected nor stale. */
  isSeen: boolean;
  isChanged: boolean;
  playtimeSeconds: number | null;
  /** The experience at the end of each reported day. */
  days: Map<string, number[]>;
  resets: { before: readonly number[]; after: readonly number[] }[];
};

export function trackPlayer(state: PlayerState, { isNew = false } = {}): TrackedPlayer {
  return {
    ...state,
    before: state.experience,
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
  fresh: FreshExperience,
): ReportResult {
  const isFirst = player.isNew && !player.isSeen;
  const { result, experience } = applyReport(player, report, { isNew: isFirst, fresh });
  const isStale = result.status === 'ignored' && result.reason === 'stale';
  if (result.status === 'rejected' || isStale) return result;
  player.isSeen = true;
  player.observedAt = report.observedAt;
  player.playtimeSeconds = report.playtimeSeconds ?? player.playtimeSeconds;
  if (!experience) return result;
  if (report.reset) player.resets.push({ before: player.experience, after: experience });
  player.isChanged = true;
  player.experience = experience;
  player.days.set(report.observedAt.toISOString().slice(0, 10), experience);
  return result;
}

export function toNewPlayer(
  player: TrackedPlayer,
  { name, reportedBy }: { name: string; reportedBy: number | null },
): NewPlayer {
  const { level, tenths } = totalsOf(player.experience);
  return {
    name,
    name_key: player.nameKey,
    experience: player.experience,
    total_level: level,
    total_tenths: tenths,
    observed_at: player.observedAt,
    playtime_seconds: player.playtimeSeconds,
    reported_by: reportedBy,
  };
}

export function toUpdate(player: TrackedPlayer, reportedBy: number | null): PlayerUpdate {
  const { level, tenths } = totalsOf(player.experience);
  return {
    id: player.id,
    experience: player.experience,
    total_level: level,
    total_tenths: tenths,
    observed_at: player.observedAt,
    playtime_seconds: player.playtimeSeconds,
    is_changed: player.isChanged,
    reported_by: reportedBy,
  };
}

export function toDays({ id, days }: TrackedPlayer): DaySnapshot[] {
  return [...days].map(([day, experience]) => ({
    player_id: id,
    day,
    experience,
    total_level: totalsOf(experience).level,
  }));
}
