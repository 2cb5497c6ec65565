import type { Deps } from '#server/deps.ts';
import { rankNames } from '#shared/admin.ts';
import type { FoundThing, ListedUser } from '#shared/admin.ts';

import { findTitled } from './search.db.ts';
import { listUsers } from './users.service.ts';

const maxPlayers = 6;
const maxOthers = 4;

/** What the palette can jump to. */
export async function searchEverything(
  deps: Pick<Deps, 'db'>,
  wanted: string,
): Promise<FoundThing[]> {
  // A NUL is text for JavaScript, not for the database.
  const text = wanted.replaceAll('\0', '').trim();
  if (text === '') return [];
  const { users } = await listUsers(deps, { search: text });
  const others = text.includes('@') ? [] : await findTitled(deps.db, text, maxOthers);
  return [...users.slice(0, maxPlayers).map(toFound), ...others];
}

function toFound(user: ListedUser): FoundThing {
  const state = user.isBanned ? ' · banned' : user.isMuted ? ' · muted' : '';
  return {
    kind: 'player',
    id: user.username,
    label: user.username,
    detail: `${rankNames[user.userRights] ?? 'Player'}${state}`,
  };
}
