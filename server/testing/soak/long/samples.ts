import { setTimeout as sleep } from 'node:timers/promises';

import type { Traffic } from '../replicas/traffic.ts';
import type { LongServer, Reading } from './server.ts';

// Memory and handles are compared at rest: no requests under way, garbage collected. The live streams
// stay open.

/** How often the server is measured at rest. The second time is minute 10 of an hour. */
export const restCount = 12;
const baseline = 1;

const readingsAtRest = 5;
/** Idle connections of the visitors are closed after 4 s. */
const keepAliveMs = 6_000;

const mostGrowth = 1.1;
/** The embedded database runs its statements, and waits for the disk, inside the event loop. */
const mostLagMs = { postgres: 50, embedded: 250 };
/** Database connections and timers come and go. */
const spareHandles = 15;

export type Rest = { minute: number; readings: Reading[] };

export async function measureAtRest(server: LongServer, traffic: Traffic): Promise<Reading[]> {
  traffic.closeGate();
  await traffic.waitUntilIdle();
  await sleep(keepAliveMs);
  const readings: Reading[] = [];
  for (let n = 0; n < readingsAtRest; n += 1) {
    await server.ask('settled');
    await sleep(1_000);
    readings.push(await server.ask('now'));
  }
  traffic.openGate();
  return readings;
}

type Figures = { rss: number; heap: number; external: number; files: number; handles: number };

function summarise({ readings }: Rest): Figures {
  return {
    rss: median(readings.map(({ rss }) => rss)),
    heap: median(readings.map(({ heapUsed }) => heapUsed)),
    external: median(readings.map(({ external }) => external)),
    files: median(readings.map(({ files }) => files)),
    handles: median(readings.map(({ resources }) => countHandles(resources))),
  };
}

function countHandles(resources: Reading['resources']): number {
  return Object.values(resources).reduce((sum, n) => sum + n, 0);
}

export function judgeSamples(
  rests: Rest[],
  { lagOfRun, embedded }: { lagOfRun: number; embedded: boolean },
): string[] {
  const found: string[] = [];
  const [first, last] = [rests[baseline], rests.at(-1)];
  if (!first || !last) return ['The server was not measured often enough.'];
  const [early, late] = [summarise(first), summarise(last)];
  if (late.rss > early.rss * mostGrowth) {
    found.push(`Memory grew from ${megabytes(early.rss)} to ${megabytes(late.rss)} MB.`);
  }
  for (const name of ['files', 'handles'] as const) {
    if (late[name] > early[name] * mostGrowth + spareHandles) {
      found.push(`Open ${name} grew from ${early[name]} to ${late[name]}: ${describe(last)}.`);
    }
  }
  if (!(lagOfRun < mostLagMs[embedded ? 'embedded' : 'postgres'])) {
    found.push(`The event loop was late by ${lagOfRun.toFixed(1)} ms (99th percentile).`);
  }
  return found;
}

function describe({ readings }: Rest): string {
  return Object.entries(readings.at(-1)?.resources ?? {})
    .map(([name, n]) => `${n} ${name}`)
    .join(', ');
}

export function printRests(rests: Rest[]): void {
  console.log('\n  at rest     rss     heap  external   files  handles');
  for (const rest of rests) {
    const { rss, heap, external, files, handles } = summarise(rest);
    const memory = [rss, heap, external].map((bytes) => megabytes(bytes).padStart(8));
    console.log(
      `  ${rest.minute.toFixed(1).padStart(5)} min${memory.join('')}${String(files).padStart(8)}${String(handles).padStart(9)}`,
    );
  }
}

export function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
