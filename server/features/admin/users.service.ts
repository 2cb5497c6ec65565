import type { Deps } from '#server/deps.ts';
import { knowsTrigrams } from '#server/features/hiscores/hiscores.service.ts';
import { countedUsers, usersPageSize } from '#shared/admin.ts';
import type { ListedUser, UserSort } from '#shared/admin.ts';
import { formatUsername, toUsernameKey } from '#shared/usernames.ts';

import {
  countUsers,
  countUsersByPrefix,
  findUserByEmail,
  findUsers,
  findUsersByLikeness,
  findUsersByPart,
  findUsersByPrefix,
} from './users.db.ts';
import type { Edge, UserFilter, UserRow } from './users.db.ts';

type Wanted = UserFilter & {
  search?: string | undefined;
  sort?: UserSort | undefined;
  after?: string | undefined;
  before?: string | undefined;
};

type UserPage = {
  users: ListedUser[];
  previous: string | null;
  next: string | null;
  total: number;
};

export async function listUsers(deps: Pick<Deps, 'db'>, wanted: Wanted): Promise<UserPage> {
  const search = wanted.search?.trim() ?? '';
  return search === '' ? listInOrder(deps, wanted) : searchUsers(deps, wanted, search);
}

async function listInOrder({ db }: Pick<Deps, 'db'>, wanted: Wanted): Promise<UserPage> {
  const { rights, state, sort = 'newest' } = wanted;
  const filter = { rights, state };
  const isBackwards = wanted.before !== undefined;
  const edge = readEdge(wanted.before ?? wanted.after, sort);
  const found = await findUsers(db, filter, { sort, edge, isBackwards, size: usersPageSize });
  const isMore = found.length > usersPageSize;
  const rows = isBackwards ? found.slice(-usersPageSize) : found.slice(0, usersPageSize);
  const hasPrevious = isBackwards ? isMore : edge !== undefined;
  const hasNext = isBackwards ? edge !== undefined : isMore;
  return {
    users: rows.map(toListed),
    previous: hasPrevious ? writeEdge(rows[0], sort) : null,
    next: hasNext ? writeEdge(rows.at(-1), sort) : null,
    total: await countUsers(db, filter, countedUsers + 1),
  };
}

/** Beginnings of names come first and in pages; what only resembles is added where there is room. */
async function searchUsers(
  deps: Pick<Deps, 'db'>,
  wanted: Wanted,
  search: string,
): Promise<UserPage> {
  const { db } = deps;
  const filter = { rights: wanted.rights, state: wanted.state };
  if (search.includes('@')) {
    const users = await findUserByEmail(db, filter, search);
    return { users: users.map(toListed), previous: null, next: null, total: users.length };
  }
  const key = toUsernameKey(search).replaceAll(/[^a-z0-9 ]/g, '');
  if (key === '') return { users: [], previous: null, next: null, total: 0 };
  const after = readEdge(wanted.after, 'name')?.value;
  const size = usersPageSize + 1;
  const found = await findUsersByPrefix(db, filter, { key, after, size });
  const rows = found.slice(0, usersPageSize);
  const others = after === undefined ? await findOthers(deps, filter, { key, rows }) : [];
  return {
    users: [...rows, ...others].map(toListed),
    previous: null,
    next: found.length > usersPageSize ? writeEdge(rows.at(-1), 'name') : null,
    total: (await countUsersByPrefix(db, filter, { key, most: countedUsers + 1 })) + others.length,
  };
}

async function findOthers(
  { db }: Pick<Deps, 'db'>,
  filter: UserFilter,
  { key, rows }: { key: string; rows: UserRow[] },
): Promise<UserRow[]> {
  const known = new Set(rows.map(({ id }) => id));
  const others: UserRow[] = [];
  const room = () => usersPageSize - rows.length - others.length;
  function add(found: UserRow[]): void {
    for (const row of found) {
      if (room() > 0 && !known.has(row.id)) others.push(row);
      known.add(row.id);
    }
  }
  if (room() > 0 && key.length >= 3) {
    add(await findUsersByPart(db, filter, { key, size: usersPageSize }));
  }
  // Likeness is for names that were misheard: not where the name itself was found.
  const isFound = rows.length + others.length > 0;
  if (!isFound && key.length >= 3 && (await knowsTrigrams(db))) {
    add(await findUsersByLikeness(db, filter, { key, size: usersPageSize }));
  }
  return others;
}

function toListed(row: UserRow): ListedUser {
  return {
    username: formatUsername(row.username),
    email: row.email,
    userRights: row.userRights,
    communityManager: row.communityManager,
    wyncoins: row.wyncoins,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    isBanned: row.isBanned,
    isMuted: row.isMuted,
  };
}

function writeEdge(row: UserRow | undefined, sort: UserSort): string | null {
  if (!row) return null;
  const value = sort.startsWith('name') ? row.usernameKey : row.createdExactly;
  return Buffer.from(JSON.stringify([value, row.id])).toString('base64url');
}

/** Whatever cannot be read counts as the beginning of the list. */
function readEdge(text: string | undefined, sort: UserSort): Edge | undefined {
  if (text === undefined) return undefined;
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof value !== 'string' || typeof id !== 'number' || !Number.isSafeInteger(id)) {
      return undefined;
    }
    const isFitting = sort.startsWith('name') ? /^[a-z0-9 ]{1,20}$/.test(value) : isMoment(value);
    return isFitting ? { value, id } : undefined;
  } catch {
    return undefined;
  }
}

function isMoment(text: string): boolean {
  return (
    /^(?:19|2\d)\d\d-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
