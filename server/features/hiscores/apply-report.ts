import { counterLimits, toListKey } from '#shared/rules/hiscores.ts';
import { usernamePattern } from '#shared/rules/usernames.ts';
import { maxExperienceTenths } from '#shared/rules/xp.ts';

export type StatsReport = {
  name: string;
  observedAt: Date;
  /** Tenths in the order of the site's skills; null or missing values leave the skill unchanged. */
  xpTenths: readonly (number | null)[];
  playtimeSeconds?: number | null;
  /** The game's name for it. Null or empty: none. If it is missing, the player keeps the mode. */
  mode?: string | null;
  /** By the game's names of the counters. */
  counts?: Readonly<Record<string, number>>;
  /** Allows experience and counts to go down, because the player was reset. */
  reset?: boolean;
};

export type ReportReason =
  | 'name-invalid'
  | 'experience-invalid'
  | 'count-invalid'
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

/** The modes and counters of the site that the reports of a batch name, by key. */
export type ReportedLists = {
  modes: ReadonlyMap<string, number>;
  counters: ReadonlyMap<string, { id: number; minimum: number }>;
};

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
  if (!Object.values(report.counts ?? {}).every(isCount)) return 'count-invalid';
  const observedMs = report.observedAt.getTime();
  if (Number.isNaN(observedMs) || observedMs <= 0) return 'time-invalid';
  if (observedMs > now.getTime() + maxClockSkewMilliseconds) return 'observed-in-the-future';
  if (playtimeSeconds != null && !(Number.isSafeInteger(playtimeSeconds) && playtimeSeconds >= 0)) {
    return 'time-invalid';
  }
  return undefined;
}

/** By the place of the counter: its id - 32. Null or missing: never reported. */
export type Counts = readonly (number | null)[];

export type Stats = { experience: readonly number[]; mode: number; counts: Counts };

type Outcome =
  | { result: { status: 'accepted' }; stats: Stats }
  | { result: { status: 'ignored' | 'rejected'; reason: ReportReason }; stats?: undefined };

export type ReportRules = { fresh: FreshExperience; lists: ReportedLists };

/** Applies a valid report to the stored stats. */
export function applyReport(
  known: Stats & { observedAt: Date },
  report: StatsReport,
  { isNew, fresh, lists }: ReportRules & { isNew: boolean },
): Outcome {
  if (report.observedAt < known.observedAt) return withoutChange('ignored', 'stale');
  const experience = known.experience.map((before, stat) =>
    Math.max(report.xpTenths[stat] ?? before, fresh[stat] ?? 0),
  );
  const hasDecreased = experience.some((tenths, stat) => tenths < (known.experience[stat] ?? 0));
  if (hasDecreased && !report.reset) return withoutChange('rejected', 'experience-decreased');
  const stats = {
    experience,
    mode: report.mode === undefined ? known.mode : (lists.modes.get(toListKey(report.mode)) ?? 0),
    counts: applyCounts(known.counts, report, lists),
  };
  const isChanged =
    experience.some((tenths, stat) => tenths !== known.experience[stat]) ||
    stats.mode !== known.mode ||
    stats.counts.some((count, at) => count !== (known.counts[at] ?? null));
  if (!isChanged && !isNew) return withoutChange('ignored', 'unchanged');
  return { result: { status: 'accepted' }, stats };
}

/** A lower count is ignored and the rest of the report counts: some games count what can also go down. */
function applyCounts(
  known: Counts,
  { counts = {}, reset = false }: StatsReport,
  { counters }: ReportedLists,
): Counts {
  const places = Object.entries(counts).flatMap(([key, count]) => {
    const counter = counters.get(toListKey(key));
    return counter ? [{ at: counter.id - counterLimits.firstId, count }] : [];
  });
  const length = Math.max(known.length, ...places.map(({ at }) => at + 1));
  const applied = Array.from({ length }, (_, at) => known[at] ?? null);
  for (const { at, count } of places) {
    applied[at] = reset ? count : Math.max(applied[at] ?? 0, count);
  }
  return applied;
}

function isCount(count: number): boolean {
  return Number.isInteger(count) && count >= 0 && count <= counterLimits.count;
}

function isExperience(tenths: number | null): boolean {
  if (tenths === null) return true;
  return Number.isInteger(tenths) && tenths >= 0 && tenths <= maxExperienceTenths;
}

function withoutChange(status: 'ignored' | 'rejected', reason: ReportReason): Outcome {
  return { result: { status, reason } };
}
