import type { Brand } from '#shared/endpoints/appearance.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { useBrand } from './site.ts';

/** The owner's names for the coins and the store. */
export type Words = Brand['words'];

export function useWords(): Words {
  return useBrand().words;
}

export function formatCoins(amount: number, { coin, coins }: Words): string {
  return formatCount(amount, coin, coins);
}
