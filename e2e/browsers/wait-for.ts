import { setTimeout as sleep } from 'node:timers/promises';

const limit = 90_000;

/** Repeats the attempt until it returns something. */
export async function waitFor<Found>(
  what: string,
  attempt: () => Promise<Found | undefined>,
): Promise<Found> {
  const deadline = Date.now() + limit;
  while (Date.now() < deadline) {
    const found = await attempt();
    if (found !== undefined) return found;
    await sleep(100);
  }
  throw new Error(`Waited ${limit / 1000} seconds for ${what}.`);
}
