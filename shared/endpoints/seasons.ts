import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { IdNumber, isoTimestamp, line, PageQuery, Paging } from '../schemas.ts';
import { Season } from './hiscore-lists.ts';
import { GainedRow, ListQuery } from './hiscores.ts';

const endpoint = endpointsOf('Hiscores', { access: 'public' });
const adminEndpoint = endpointsOf('Admin');

export const seasonLimits = { name: 40 };

export const listSeasons = endpoint('GET /api/hiscores/seasons', {
  summary: 'All seasons, latest first.',
  response: z.object({ seasons: z.array(Season) }),
  cachedUntil: ['hiscores'],
});

export type SeasonPage = z.infer<typeof SeasonPage>;
export const SeasonPage = z.object({
  season: Season,
  /** The best three of the Overall list. */
  winners: z.array(GainedRow),
  skill: z.string(),
  players: z.array(GainedRow),
  ...Paging,
});

export const getSeason = endpoint('GET /api/hiscores/seasons/{id}', {
  summary: 'The best players of a season in one list: the first 500, 25 a page.',
  query: z.extend(ListQuery, PageQuery.shape),
  response: SeasonPage,
  cachedUntil: ['hiscores', 'site'],
});

export type SeasonDraft = z.infer<typeof SeasonDraft>;
export const SeasonDraft = z.object({
  name: line(seasonLimits.name, 'Enter a name.'),
  /** A time in the past means now. */
  startsAt: isoTimestamp(),
  endsAt: isoTimestamp(),
  /** A game server whose players start from nothing, and whose reports count only for the season. */
  serverId: z.nullable(IdNumber),
});

export const createSeason = adminEndpoint('POST /api/admin/hiscores/seasons', {
  summary: 'Plan a season. No two seasons overlap.',
  body: SeasonDraft,
  response: Season,
});

export const updateSeason = adminEndpoint('PUT /api/admin/hiscores/seasons/{id}', {
  summary:
    'Change a season. Once it has begun, its start and its world stay; once it is closed, so does its end.',
  body: SeasonDraft,
  response: Season,
});

export const closeSeason = adminEndpoint('POST /api/admin/hiscores/seasons/{id}/close', {
  summary: 'End a running season now. Its scores are final.',
  response: Season,
});

export const deleteSeason = adminEndpoint('DELETE /api/admin/hiscores/seasons/{id}', {
  freshMinutes: adminFreshMinutes,
  summary: 'Delete a season with its scores.',
});
