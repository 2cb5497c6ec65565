import type { IconName } from '#client/ui/icon-names.ts';

export type WalletView = 'purchases' | 'statement' | 'top-ups';

export const walletViews: { name: WalletView; label: string; icon: IconName }[] = [
  { name: 'purchases', label: 'Purchases', icon: 'cart' },
  { name: 'statement', label: 'Statement', icon: 'scroll' },
  { name: 'top-ups', label: 'Top-ups', icon: 'coins' },
];

type WalletSearch = { view: WalletView; page: number };

export function readWalletSearch({ view, page }: Record<string, unknown>): WalletSearch {
  const known = walletViews.find(({ name }) => name === view);
  const isPage = typeof page === 'number' && Number.isInteger(page) && page >= 1;
  return { view: known?.name ?? 'purchases', page: isPage ? page : 1 };
}

export function toWalletSearch({ view, page }: WalletSearch) {
  return { ...(view !== 'purchases' && { view }), ...(page > 1 && { page }) };
}
