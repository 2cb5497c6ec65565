import { site } from './site.ts';

/** The owner's name for coins, in the plural. */
export function coinsWord(): string {
  return site.brand.words.coins;
}

export function formatCoins(amount: number): string {
  const { coin, coins } = site.brand.words;
  return `${amount.toLocaleString('en')} ${amount === 1 ? coin : coins}`;
}

export function formatCoinsShort(amount: number): string {
  return `${amount.toLocaleString('en')} ${site.brand.words.coinsShort}`;
}
