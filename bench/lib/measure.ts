export type Timing = { p50: number; p99: number };

export type Work = (turn: number) => Promise<unknown>;

/** Runs the work sequentially after a warm-up. Times are in milliseconds. */
export async function measure(times: number, work: Work): Promise<Timing> {
  const { only } = await measureInTurns(times, { only: work });
  return only;
}

/** Like measure(), for several kinds of work. They take turns, so that other load affects all of them equally. */
export async function measureInTurns<Name extends string>(
  times: number,
  works: Record<Name, Work>,
): Promise<Record<Name, Timing>> {
  const perTurn = Math.min(50, times);
  const entries = Object.entries<Work>(works);
  const timings = new Map<string, number[]>(entries.map(([name]) => [name, []]));
  for (const [, work] of entries) {
    for (let turn = 0; turn < perTurn; turn++) await work(turn);
  }
  for (let from = 0; from < times; from += perTurn) {
    for (const [name, work] of entries) {
      for (let turn = from; turn < Math.min(times, from + perTurn); turn++) {
        const start = performance.now();
        await work(turn);
        timings.get(name)?.push(performance.now() - start);
      }
    }
  }
  return Object.fromEntries(
    [...timings].map(([name, samples]) => [
      name,
      { p50: percentile(samples, 0.5), p99: percentile(samples, 0.99) },
    ]),
  ) as Record<Name, Timing>;
}

export function percentile(samples: number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

export function printTable(heading: string, rows: string[][]): void {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  console.log(`\n${heading}\n${lines.join('\n')}`);
}
