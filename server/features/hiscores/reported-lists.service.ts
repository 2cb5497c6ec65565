import type { Trx } from '#server/db/schema.ts';
import { listKeyPattern, toListKey } from '#shared/rules/hiscores.ts';

import type { ReportedLists, StatsReport } from './apply-report.ts';
import * as queries from './ingest.db.ts';

/** The modes and counters that games report, by the names they have for them. */
type Named = { modes: Set<string>; counters: Map<string, number> };

/** Must be called before players are locked: an admin who changes a counter locks the list first, then players. */
export async function findReportedLists(
  trx: Trx,
  reports: readonly StatsReport[],
): Promise<ReportedLists> {
  const { modes, counters } = namedBy(reports);
  const isEmpty = modes.size === 0 && counters.size === 0;
  const keys = { modes: [...modes], counters: [...counters.keys()] };
  const rows = isEmpty ? [] : await queries.findReportedLists(trx, keys);
  const ofKind = (wanted: string) => rows.filter(({ kind }) => kind === wanted);
  return {
    modes: new Map(ofKind('mode').map(({ key, id }) => [key, id])),
    counters: new Map(ofKind('counter').map(({ key, ...counter }) => [key, counter])),
  };
}

/** Keeps what the site does not know for its admins. Returns whether there is something new. */
export async function keepUnknownLists(
  trx: Trx,
  given: { reports: readonly StatsReport[]; lists: ReportedLists; reportedBy: number | null },
): Promise<boolean> {
  const { modes, counters } = namedBy(given.reports);
  const unknown: queries.UnknownKey[] = [
    ...[...modes]
      .filter((key) => key !== noMode && !given.lists.modes.has(key))
      .map((key) => ({ kind: 'mode' as const, key, sample: null })),
    ...[...counters]
      .filter(([key]) => !given.lists.counters.has(key))
      .map(([key, sample]) => ({ kind: 'counter' as const, key, sample })),
  ];
  return unknown.length > 0 && queries.keepUnknown(trx, unknown, given.reportedBy);
}

/** Unless the site has a mode with this key. */
const noMode = 'normal';

function namedBy(reports: readonly StatsReport[]): Named {
  const modes = reports.map(({ mode }) => toListKey(mode ?? ''));
  const counters = reports.flatMap(({ counts = {} }) =>
    Object.entries(counts).map(([key, count]) => [toListKey(key), count] as const),
  );
  return {
    modes: new Set(modes.filter((key) => listKeyPattern.test(key))),
    counters: new Map(counters.filter(([key]) => listKeyPattern.test(key))),
  };
}
