import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { call } from '#client/lib/api.ts';
import { queryClient } from '#client/lib/query-client.ts';
import { AppError } from '#shared/errors.ts';
import type { HiscoresPage, HiscoresRecord, HiscoresSuggestion } from '#shared/hiscores.ts';
import type { Skill } from '#shared/skills.ts';
import { toUsernameKey } from '#shared/usernames.ts';

export function listQuery(skill: Skill, page: number) {
  return queryOptions({
    queryKey: ['hiscores', 'list', { skill, page }],
    queryFn: ({ signal }) => fetchPage(skill, page, signal),
    // Keep the previous rows while the next page loads, so the table does not jump.
    placeholderData: keepPreviousData,
  });
}

/** Null if the game has not reported a player by that name. */
export function playerQuery(name: string) {
  return queryOptions({
    queryKey: ['hiscores', 'player', toUsernameKey(name)],
    queryFn: ({ signal }) => fetchPlayer(name, signal),
  });
}

export function compareQuery(a: string, b: string) {
  return queryOptions({
    queryKey: ['hiscores', 'compare', toUsernameKey(a), toUsernameKey(b)],
    queryFn: ({ signal }) => call('GET /api/hiscores/compare', { query: { a, b } }, { signal }),
  });
}

export function historyQuery(name: string, skill: Skill, days: number) {
  return queryOptions({
    queryKey: ['hiscores', 'history', toUsernameKey(name), { skill, days }],
    queryFn: ({ signal }) =>
      call(
        'GET /api/hiscores/user/{username}/history',
        { params: { username: name }, query: { skill, days: String(days) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function gainsQuery(name: string) {
  return queryOptions({
    queryKey: ['hiscores', 'gains', toUsernameKey(name)],
    queryFn: ({ signal }) =>
      call('GET /api/hiscores/user/{username}/gains', { params: { username: name } }, { signal }),
  });
}

export function topGainsQuery(skill: Skill) {
  return queryOptions({
    queryKey: ['hiscores', 'top-gains', skill],
    queryFn: ({ signal }) =>
      call('GET /api/hiscores/gains', { query: { skill, period: 'week' } }, { signal }),
  });
}

export function suggestionsQuery(text: string) {
  const key = toUsernameKey(text);
  return queryOptions({
    queryKey: ['hiscores', 'suggestions', key],
    queryFn: ({ signal }) => fetchSuggestions(key, signal),
    enabled: key !== '',
  });
}

/** Whether both players are known. The comparison then uses the data fetched here. */
export async function canCompare(a: string, b: string): Promise<boolean> {
  try {
    await queryClient.fetchQuery({ ...compareQuery(a, b), retry: false });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}

async function fetchPage(skill: Skill, page: number, signal: AbortSignal): Promise<HiscoresPage> {
  try {
    const answer = await call(
      'GET /api/hiscores',
      { query: { skill, page: String(page) } },
      { signal },
    );
    if ('players' in answer && Array.isArray(answer.players)) return answer;
    console.warn('The hiscores answer is not a list of players.', answer);
    return { skill, players: [], page, pages: 1, total: 0 };
  } catch (error) {
    if (!signal.aborted) console.warn('The hiscores could not be loaded.', error);
    throw error;
  }
}

async function fetchPlayer(name: string, signal: AbortSignal): Promise<HiscoresRecord | null> {
  try {
    return await call(
      'GET /api/hiscores/user/{username}',
      { params: { username: name } },
      { signal },
    );
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
}

async function fetchSuggestions(key: string, signal: AbortSignal): Promise<HiscoresSuggestion[]> {
  const { players } = await call('GET /api/hiscores/search', { query: { name: key } }, { signal });
  return players;
}
