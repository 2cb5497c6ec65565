import * as z from 'zod/mini';

import { readPage } from '#client/lib/read.ts';
import { userSorts } from '#shared/players.ts';

const fields = {
  search: z.string(),
  rights: z.enum(['0', '1', '2', '3', 'staff']),
  state: z.enum(['banned', 'muted']),
  sort: z.enum(userSorts),
  after: z.string(),
  before: z.string(),
};

export type UserSearch = {
  [Name in keyof typeof fields]?: z.infer<(typeof fields)[Name]> | undefined;
};

/** Reads the URL and ignores invalid values. Rights and names such as 1234 are parsed as numbers. */
export function readUserSearch(search: Record<string, unknown>): UserSearch {
  const entries = Object.entries(fields).map(([name, schema]) => {
    const value = typeof search[name] === 'number' ? String(search[name]) : search[name];
    return [name, z.safeParse(schema, value).data] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/**
 * Changes the filter, order or page in the current URL: the rendered page may be one navigation
 * behind. A cursor belongs to its list, so every other change starts at the first page.
 */
export function changeSearch(change: UserSearch) {
  return (current: Record<string, unknown>): UserSearch => {
    const { after: _after, before: _before, ...rest } = readUserSearch(current);
    return { ...rest, ...change };
  };
}

export function usersQuery(search: UserSearch) {
  return readPage('admin', 'GET /api/admin/users', { query: search });
}
