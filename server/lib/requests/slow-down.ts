import { setTimeout as wait } from 'node:timers/promises';

import type { Deps } from '#server/deps.ts';

/**
 * For password guesses from a network where the owner of the account signed in before: they are slowed down and
 * not refused. Attempts one after the other never reach the limit, because the waiting times of a minute add up
 * to more than a minute. It stops only many attempts at once, and no longer than a minute.
 */
export const slowedLimit = { max: 30, seconds: 60 };

const atOnce = 5;
const firstMs = 500;
const longestMs = 3_000;

/** Call it after counting, and outside a transaction: it may wait for seconds. */
export async function slowDown({ pause = wait }: Pick<Deps, 'pause'>, hits: number): Promise<void> {
  const ms = delayOf(hits);
  if (ms > 0) await pause(ms);
}

/** In milliseconds, for the nth attempt in the window of `slowedLimit`. */
export function delayOf(hits: number): number {
  return hits <= atOnce ? 0 : Math.min(longestMs, firstMs * 2 ** (hits - atOnce - 1));
}
