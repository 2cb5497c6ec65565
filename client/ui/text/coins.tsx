import { useWords } from '#client/lib/words.ts';
import { formatNumber } from '#shared/rules/format-count.ts';

/** An amount with the short name of the coins. */
export function Coins({ amount }: { amount: number }) {
  return `${formatNumber(amount)} ${useWords().coinsShort}`;
}
