import { usernamePattern } from '#shared/rules/usernames.ts';
import { maxExperienceTenths } from '#shared/rules/xp.ts';

export type StatsReport = {
  name: string;
  observedAt: Date;
  /** Tenths in the order of the site's skills; null or missing values leave the skill unchanged. */
  xpTenths: readonly (number | null)[];
  playtimeSeconds?: number | null;
  /** Allows experience to go down, because the player was reset. */
  reset?: boolean;
};

export type ReportReason =
  | 'name-invalid'
  | 'experience-invalid'
  | 'time-invalid'
  | 'observed-in-the-future'
  | 'stale'
  | 'unchanged'
  | 'experience-decreased'
  | 'reset-not-allowed';

export type ReportResult =
  | { status: 'accepted' }
  | { status: 'ignored' | 'rejected'; reason: ReportReason };

/** Clocks differ. A report from further ahead would make every later one look stale. */
const maxClockSkewMilliseconds = 5 * 60_000;

/** The experience of a new player, in the order of the site's skills. */
export type FreshExperience = readonly number[];

/** Checks the report alone, without the stored stats. */
export function findReportProblem(
  report: StatsReport,
  { now, mayReset, fresh }: { now: Date; mayReset: boolean; fresh: FreshExperience },
): ReportReason | undefined {
  if (!usernamePattern.test(report.name)) return 'name-invalid';
  if (report.reset && !mayReset) return 'reset-not-allowed';
  const { xpTenths, playtimeSeconds } = report;
  if (xpTenths.length > fresh.length || !xpTenths.every(isExperience)) {
    return 'experience-invalid';
  }
  const observedMs = report.observedAt.getTime();
  if (Number.isNaN(observedMs) || observedMs <= 0) return 'time-invalid';
  if (observedMs > now.getTime() + maxClockSkewMilliseconds) return 'observed-in-the-future';
  if (playtimeSeconds != null && !(Number.isSafeInteger(playtimeSeconds) && playtimeSeconds >= 0)) {
    return 'time-invalid';
  }
  return undefined;
}

export type KnownStats = { experience: readonly number[]; observedAt: Date };

type Outcome =
  | { result: { status: 'accepted' }; experience: number[] }
  | { result: { status: 'ignored' | 'rejected'; reason: ReportReason }; experience?: undefined };

/** Applies a valid report to the stored stats. */
export function applyReport(
  known: KnownStats,
  report: StatsReport,
  { isNew, fresh }: { isNew: boolean; fresh: FreshExperience },
): Outcome {
  if (report.observedAt < known.observedAt) return withoutChange('ignored', 'stale');
  const experience = known.experience.map((before, stat) =>
    Math.max(report.xpTenths[stat] ?? before, fresh[stat] ?? 0),
  );
  const hasDecreased = experience.some((tenths, stat) => tenths < (known.experience[stat] ?? 0));
  if (hasDecreased && !report.reset) return withoutChange('rejected', 'experience-decreased');
  const isChanged = experience.some((tenths, stat) => tenths !== known.experience[stat]);
  if (!isChanged && !isNew) return withoutChange('ignored', 'unchanged');
  return { result: { status: 'accepted' }, experience };
}

function isExperience(tenths: number | null): boolean {
  if (tenths === null) return true;
  return Number.isInteger(tenths) && tenths >= 0 && tenths <= maxExperienceTenths;
}

function withoutChange(status: 'ignored' | 'rejected', reason: ReportReason): Outcome {
  return { result: { status, reason } };
}
