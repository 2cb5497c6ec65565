import type { Deps } from '#server/deps.ts';
import { listUsersFor } from '#server/features/players/users.service.ts';
import { listFeaturesOff } from '#server/lib/data/feature-switches.ts';
import type { SearchResult } from '#shared/endpoints/admin-search.ts';
import { rankNames } from '#shared/endpoints/players.ts';
import type { ListedUser } from '#shared/endpoints/players.ts';
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
    isAllowed(caller, [resultPermissions[kind]]) && !off.includes(resultPermissions[kind]);
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
    ...users.slice(0, maxPlayers).map(toSearchResult),
    ...others.filter(({ kind }) => canSee(kind)),
  ];
}

const resultPermissions: Record<SearchResult['kind'], StaffPermission> = {
  player: 'players',
  post: 'news',
  poll: 'polls',
  item: 'shop',
};

function toSearchResult(user: ListedUser): SearchResult {
  const state = user.isBanned ? ' · banned' : user.isMuted ? ' · muted' : '';
  return {
    kind: 'player',
    id: user.username,
    label: user.username,
    detail: `${rankNames[user.userRights] ?? 'Player'}${state}`,
  };
}
