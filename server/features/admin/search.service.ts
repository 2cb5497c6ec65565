import type { Deps } from '#server/deps.ts';
import { listUsers } from '#server/features/players/users.service.ts';
import type { SearchResult } from '#shared/admin-search.ts';
import { rankNames } from '#shared/players.ts';
import type { ListedUser } from '#shared/players.ts';

import { findByTitle } from './search.db.ts';

const maxPlayers = 6;
const maxOthers = 4;

/** Finds what the command palette can jump to. */
export async function searchAdmin(deps: Pick<Deps, 'db'>, query: string): Promise<SearchResult[]> {
  // PostgreSQL text cannot contain NUL.
  const text = query.replaceAll('\0', '').trim();
  if (text === '') return [];
  const { users } = await listUsers(deps, { search: text });
  const others = text.includes('@') ? [] : await findByTitle(deps.db, text, maxOthers);
  return [...users.slice(0, maxPlayers).map(toSearchResult), ...others];
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
