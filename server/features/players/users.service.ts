import type { Deps } from '#server/deps.ts';
import { canSearchBySimilarity } from '#server/features/hiscores/hiscores.service.ts';
import { withIsoDates } from '#server/lib/data/iso-dates.ts';
import { streamCsv } from '#server/lib/files/csv.ts';
import type { CsvColumns } from '#server/lib/files/csv.ts';
import type { RouteAnswer } from '#shared/api.ts';
import { maxCountedUsers, usersPageSize } from '#shared/endpoints/players.ts';
import type { ListedUser, UserSort } from '#shared/endpoints/players.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';

import * as queries from './users.db.ts';
import type { Cursor, UserFilter, UserRow } from './users.db.ts';

type UserQuery = UserFilter & {
  search?: string | undefined;
  sort?: UserSort | undefined;
  after?: string | undefined;
  before?: string | undefined;
};

type UserPage = RouteAnswer<'GET /api/admin/users'>;

/** Callers who are not admins see neither addresses nor balances, and cannot look up an address. */
export async function listUsersFor(
  deps: Pick<Deps, 'db'>,
  caller: Standing,
  query: UserQuery,
): Promise<UserPage> {
  if (isAdmin(caller.userRights)) return listUsers(deps, query);
  if (query.search?.includes('@')) return { users: [], previous: null, next: null, total: 0 };
  const page = await listUsers(deps, query);
  return { ...page, users: page.users.map((user) => ({ ...user, ...hidden })) };
}

const hidden = { email: null, wyncoins: null };

export function streamUsersCsv(
  { db }: Pick<Deps, 'db'>,
  { userRights }: Standing,
  usernames: string[],
): AsyncGenerator<string> {
  return streamCsv(csvColumns, async (last) => {
    if (last) return [];
    const rows = await queries.findUsersNamed(db, usernames.map(toUsernameKey));
    const users = rows.map(toListedUser);
    return isAdmin(userRights) ? users : users.map((user) => ({ ...user, ...hidden }));
  });
}

const csvColumns: CsvColumns<ListedUser> = {
  Player: ({ username }) => username,
  Email: ({ email }) => email,
  Rights: ({ userRights }) => userRights,
  Coins: ({ wyncoins }) => wyncoins,
  Banned: ({ isBanned }) => toYesOrNo(isBanned),
  Muted: ({ isMuted }) => toYesOrNo(isMuted),
  Registered: ({ createdAt }) => createdAt,
  'Last seen': ({ lastSeenAt }) => lastSeenAt,
};

function toYesOrNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

async function listUsers(deps: Pick<Deps, 'db'>, query: UserQuery): Promise<UserPage> {
  const search = query.search?.trim() ?? '';
  return search === '' ? listSortedUsers(deps, query) : searchUsers(deps, query, search);
}

async function listSortedUsers({ db }: Pick<Deps, 'db'>, query: UserQuery): Promise<UserPage> {
  const { rights, state, sort = 'newest' } = query;
  const filter = { rights, state };
  const isBackwards = query.before !== undefined;
  const cursor = parseCursor(query.before ?? query.after, sort);
  const found = await queries.findUsers(db, filter, {
    sort,
    cursor,
    isBackwards,
    size: usersPageSize,
  });
  const hasMore = found.length > usersPageSize;
  const rows = isBackwards ? found.slice(-usersPageSize) : found.slice(0, usersPageSize);
  const hasPrevious = isBackwards ? hasMore : cursor !== undefined;
  const hasNext = isBackwards ? cursor !== undefined : hasMore;
  return {
    users: rows.map(toListedUser),
    previous: hasPrevious ? formatCursor(rows[0], sort) : null,
    next: hasNext ? formatCursor(rows.at(-1), sort) : null,
    total: await queries.countUsers(db, filter, { max: maxCountedUsers + 1 }),
  };
}

/** Prefix matches come first and are paged; looser matches fill the rest of the first page. */
async function searchUsers(
  deps: Pick<Deps, 'db'>,
  query: UserQuery,
  search: string,
): Promise<UserPage> {
  const { db } = deps;
  const filter = { rights: query.rights, state: query.state };
  if (search.includes('@')) {
    const users = await queries.findUserByEmail(db, filter, search);
    return { users: users.map(toListedUser), previous: null, next: null, total: users.length };
  }
  const key = toUsernameKey(search).replaceAll(/[^a-z0-9 ]/g, '');
  if (key === '') return { users: [], previous: null, next: null, total: 0 };
  const after = parseCursor(query.after, 'name')?.value;
  const size = usersPageSize + 1;
  const found = await queries.findUsersByPrefix(db, filter, { key, after, size });
  const rows = found.slice(0, usersPageSize);
  const others = after === undefined ? await findLooserMatches(deps, filter, { key, rows }) : [];
  return {
    users: [...rows, ...others].map(toListedUser),
    previous: null,
    next: found.length > usersPageSize ? formatCursor(rows.at(-1), 'name') : null,
    total:
      others.length +
      (await queries.countUsers(db, filter, { max: maxCountedUsers + 1, prefix: key })),
  };
}

async function findLooserMatches(
  { db }: Pick<Deps, 'db'>,
  filter: UserFilter,
  { key, rows }: { key: string; rows: UserRow[] },
): Promise<UserRow[]> {
  const size = usersPageSize - rows.length;
  if (size <= 0 || key.length < 3) return [];
  const known = new Set(rows.map(({ id }) => id));
  const containing = await queries.findUsersBySubstring(db, filter, { key, size: usersPageSize });
  const others = containing.filter(({ id }) => !known.has(id)).slice(0, size);
  // Similarity is for misspelt names, so skip it when anything matched.
  const isFound = rows.length + others.length > 0;
  if (isFound || !(await canSearchBySimilarity(db))) return others;
  return queries.findUsersBySimilarity(db, filter, { key, size });
}

function toListedUser(row: UserRow): ListedUser {
  return { ...withIsoDates(row), username: formatUsername(row.username) };
}

function formatCursor(row: UserRow | undefined, sort: UserSort): string | null {
  if (!row) return null;
  const value = sort.startsWith('name') ? row.usernameKey : row.createdAtExact;
  return Buffer.from(JSON.stringify([value, row.id])).toString('base64url');
}

/** Undefined for an invalid cursor: the list then starts at the beginning. */
function parseCursor(text: string | undefined, sort: UserSort): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (typeof value !== 'string' || typeof id !== 'number' || !Number.isSafeInteger(id)) {
      return undefined;
    }
    const isValid = sort.startsWith('name') ? /^[a-z0-9 ]{1,20}$/.test(value) : isTimestamp(value);
    return isValid ? { value, id } : undefined;
  } catch {
    return undefined;
  }
}

function isTimestamp(text: string): boolean {
  return (
    /^(?:19|2\d)\d\d-\d\d-\d\dT[\d:]{8}\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}
