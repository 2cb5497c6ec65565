import { change } from '#client/lib/change.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { orIfMissing, read, readPage } from '#client/lib/read.ts';
import type { HiscoresPage } from '#shared/endpoints/hiscores.ts';
import { AppError } from '#shared/errors.ts';
import { routeKey } from '#shared/query-key.ts';
import type { GainPeriod } from '#shared/rules/hiscores.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

/** The counters, which have lists beside those of the skills, and the season. */
export const listsQuery = read('site', 'GET /api/hiscores/lists', {});

export type ListInput = { skill: string; page: number; mode: string | undefined };

export function listQuery({ skill, page, mode }: ListInput) {
  return readPage(
    'hiscores',
    'GET /api/hiscores',
    { query: { skill, page: String(page), ...(mode && { mode }) } },
    {
      convert: async (answer): Promise<HiscoresPage> => {
        const list = await answer;
        if ('players' in list && Array.isArray(list.players)) return list;
        console.warn('The hiscores answer is not a list of players.', list);
        return { skill, ...(mode && { mode }), players: [], page, pages: 1, total: 0 };
      },
      meta: { failure: 'The hiscores could not be loaded.' },
    },
  );
}

/** Null if the game has not reported a player by that name. */
export function playerQuery(name: string) {
  return read('hiscores', 'GET /api/hiscores/user/{username}', paramsOf(name), {
    convert: (answer) => orIfMissing(answer, null),
  });
}

export function compareQuery(a: string, b: string) {
  return read('hiscores', 'GET /api/hiscores/compare', { query: { a: keyOf(a), b: keyOf(b) } });
}

export function historyQuery(name: string, skill: string, days: number) {
  const input = { ...paramsOf(name), query: { skill, days: String(days) } };
  return readPage('hiscores', 'GET /api/hiscores/user/{username}/history', input);
}

export function gainsQuery(name: string) {
  return read('hiscores', 'GET /api/hiscores/user/{username}/gains', paramsOf(name));
}

export function topGainsQuery(skill: string) {
  return read('hiscores', 'GET /api/hiscores/gains', { query: { skill, period: 'week' } });
}

type GainsInput = { skill: string; mode: string | undefined; period: string; followed: boolean };

/** The 100 best, of all players or of those followed. `period` is `week`, or `best-week` for the records. */
export function gainsListQuery({ skill, mode, period, followed }: GainsInput) {
  // Checked when the address was read.
  const name = period.replace('best-', '') as GainPeriod;
  const of = period === name ? 'current' : 'records';
  const query = { skill, period: name, of, size: 100, ...(mode && { mode }) } as const;
  const route = followed ? 'GET /api/hiscores/followed/gains' : 'GET /api/hiscores/gains';
  return readPage('hiscores', route, { query });
}

export function recordsQuery(name: string, skill: string) {
  const input = { ...paramsOf(name), query: { skill } };
  return readPage('hiscores', 'GET /api/hiscores/user/{username}/records', input);
}

export function activityQuery(name: string) {
  return read('hiscores', 'GET /api/hiscores/user/{username}/activity', paramsOf(name));
}

export function milestonesQuery(name: string) {
  return read('hiscores', 'GET /api/hiscores/user/{username}/milestones', paramsOf(name));
}

export function rankChangesQuery(skill: string, page: number) {
  const query = { skill, page: String(page) };
  return read('hiscores', 'GET /api/hiscores/rank-changes', { query });
}

export function suggestionsQuery(text: string) {
  const name = toUsernameKey(text);
  return read(
    'hiscores',
    'GET /api/hiscores/search',
    { query: { name } },
    { convert: async (answer) => (await answer).players, enabled: name !== '' },
  );
}

/** Names in the spelling of the lists. */
export const followedQuery = read('me', 'GET /api/account/followed', {});

/** The rows of the followed players in a list. */
export function followedListQuery(skill: string, mode: string | undefined) {
  const query = { skill, ...(mode && { mode }) };
  return read('hiscores', 'GET /api/hiscores/followed', { query });
}

export async function setFollowed(username: string, isFollowed: boolean): Promise<void> {
  const params = { username };
  if (isFollowed) await change('me', 'PUT /api/account/followed/{username}', { params });
  else await change('me', 'DELETE /api/account/followed/{username}', { params });
  await queryClient.invalidateQueries({
    queryKey: routeKey('hiscores', 'GET /api/hiscores/followed'),
  });
}

export const seasonsQuery = read('hiscores', 'GET /api/hiscores/seasons', {});

export function seasonQuery(id: string, skill: string, page: number) {
  const query = { skill, page };
  return readPage('hiscores', 'GET /api/hiscores/seasons/{id}', { params: { id }, query });
}

function paramsOf(name: string) {
  return { params: { username: keyOf(name) } };
}

/** All spellings of a name share one entry. A name of only spaces and dashes has no key. */
function keyOf(name: string): string {
  return toUsernameKey(name) || name;
}

/** Fails if a player is not known. The comparison then uses the data fetched here. */
export async function prepareComparison(a: string, b: string): Promise<void> {
  try {
    await queryClient.fetchQuery({ ...compareQuery(a, b), retry: false });
  } catch (error) {
    const isUnknown = error instanceof AppError && (error.status ?? 0) < 500;
    throw isUnknown ? new Error('One or both players not found.') : error;
  }
}
