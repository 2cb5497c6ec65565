import { printTable } from './measure.ts';

/** A line of the table in docs/benchmarks.md. */
export type Row = {
  what: string;
  ours: string;
  /** The figure that it is compared with; empty if the goal is a size or a time. */
  yardstick: string;
  /** Compared with the goal: a ratio, or the figure itself if there is no yardstick. */
  figure: number;
  goal: { atLeast: number } | { atMost: number };
};

/** Prints the rows, and hands them to scripts/bench.mjs if it started this bench. */
export function report(heading: string, rows: Row[]): void {
  printTable(heading, [
    ['', 'ours', 'yardstick', 'figure', 'goal', ''],
    ...rows.map((row) => [
      row.what,
      row.ours,
      row.yardstick,
      String(row.figure),
      'atLeast' in row.goal ? `≥ ${row.goal.atLeast}` : `≤ ${row.goal.atMost}`,
      isReached(row) ? '' : 'not reached',
    ]),
  ]);
  process.send?.(rows);
}

function isReached({ figure, goal }: Row): boolean {
  return 'atLeast' in goal ? figure >= goal.atLeast : figure <= goal.atMost;
}

export function round(value: number): number {
  return value < 10 ? Math.round(value * 100) / 100 : Math.round(value);
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en')}/s`;
}
