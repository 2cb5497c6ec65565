import { formatCoins } from '#client/lib/words.ts';
import type { Words } from '#client/lib/words.ts';

/** For example `50 coins and Lamp`. */
export function describeReward(
  { coins, items }: { coins: number; items: readonly (string | null)[] },
  words: Words,
): string {
  const parts = [coins > 0 ? formatCoins(coins, words) : null, ...items];
  return parts.filter(Boolean).join(' and ');
}
