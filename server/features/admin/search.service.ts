import type { Deps } from '#server/deps.ts';
import { findManagedOrderById } from '#server/features/payments/orders.service.ts';
import { listUsersFor } from '#server/features/players/users.service.ts';
import { findLoggedPurchase } from '#server/features/shop/purchases.service.ts';
import { listFeaturesOff } from '#server/lib/data/feature-switches.ts';
import type { SearchResult } from '#shared/endpoints/admin-search.ts';
import { rankNames } from '#shared/endpoints/players.ts';
import type { ListedUser } from '#shared/endpoints/players.ts';
import type { SwitchableFeature } from '#shared/endpoints/site-settings.ts';
import { formatAmount } from '#shared/rules/payment-currencies.ts';
import { isAllowed } from '#shared/rules/staff-permissions.ts';
import type { StaffPermission, Standing } from '#shared/rules/staff-permissions.ts';

import { findByTitle } from './search.db.ts';

const maxPlayers = 6;
const maxOthers = 4;

/** Finds what the command palette can jump to and the caller may use. */
export async function searchAdmin(
  deps: Pick<Deps, 'db' | 'live' | 'brand'>,
  caller: Standing,
  query: string,
): Promise<SearchResult[]> {
  // PostgreSQL text cannot contain NUL.
  const text = query.replaceAll('\0', '').trim();
  if (text === '') return [];
  const off: readonly string[] = await listFeaturesOff(deps);
  const canSee = (kind: SearchResult['kind']) =>
    isAllowed(caller, permissionsFor[kind]) && !off.includes(featureOf[kind] ?? '');
  const { users } = canSee('player')
    ? await listUsersFor(deps, caller, { search: text })
    : { users: [] };
  const others = text.includes('@')
    ? []
    : await findByTitle(deps.db, {
        text,
        maxPerKind: maxOthers,
        coins: deps.brand.now().words.coinsShort,
      });
  return [
    ...(canSee('purchase') ? await findPurchase(deps, text) : []),
    ...(canSee('order') ? await findOrder(deps, text) : []),
    ...users.slice(0, maxPlayers).map(toSearchResult),
    ...others.filter(({ kind }) => canSee(kind)),
  ];
}

/** Like the pages that the results lead to. Top-ups are for admins alone. */
const permissionsFor: Record<SearchResult['kind'], StaffPermission[]> = {
  player: ['players'],
  post: ['news'],
  poll: ['polls'],
  item: ['shop'],
  purchase: ['shop'],
  order: [],
};

/** Without purchases and top-ups: they stay when the store is switched off. */
const featureOf: Partial<Record<SearchResult['kind'], SwitchableFeature>> = {
  poll: 'polls',
  item: 'shop',
};

async function findPurchase(
  deps: Pick<Deps, 'db' | 'brand'>,
  text: string,
): Promise<SearchResult[]> {
  const purchase = await findLoggedPurchase(deps, text.replace(/^#/, ''));
  if (!purchase) return [];
  const { id, itemName, username, price } = purchase;
  const detail = `${username} · ${formatCoins(deps, price)}`;
  return [{ kind: 'purchase', id, label: `#${id} ${itemName}`, detail }];
}

async function findOrder(deps: Pick<Deps, 'db' | 'brand'>, text: string): Promise<SearchResult[]> {
  const order = await findManagedOrderById(deps.db, text);
  if (!order) return [];
  const { id, username, coins, amount, currency } = order;
  const label = `${formatAmount(amount, currency)} for ${formatCoins(deps, coins)}`;
  return [{ kind: 'order', id, label, detail: username }];
}

function formatCoins({ brand }: Pick<Deps, 'brand'>, coins: number): string {
  return `${coins.toLocaleString('en')} ${brand.now().words.coinsShort}`;
}

function toSearchResult(user: ListedUser): SearchResult {
  const state = user.isBanned ? ' · banned' : user.isMuted ? ' · muted' : '';
  return {
    kind: 'player',
    id: user.username,
    label: user.username,
    detail: `${rankNames[user.userRights] ?? 'Player'}${state}`,
  };
}
