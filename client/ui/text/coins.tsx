import { useWords } from '#client/lib/words.ts';

/** An amount with the short name of the coins. */
export function Coins({ amount }: { amount: number }) {
  return `${amount.toLocaleString('en')} ${useWords().coinsShort}`;
}
