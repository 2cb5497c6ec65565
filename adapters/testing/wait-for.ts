import { setTimeout as wait } from 'node:timers/promises';

/** Calls `look` until it returns something truthy; throws after `ms`. */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  { what = 'it', ms = 60_000 }: { what?: string; ms?: number } = {},
): Promise<NonNullable<T>> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}.`);
    await wait(10);
  }
}
