import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { ListKey } from './hiscore-lists.ts';
import { GainsQuery, HiscoresRow, ListQuery, TopGains } from './hiscores.ts';

const endpoint = endpointsOf('Hiscores', { access: 'login' });

export const listFollowedPlayers = endpoint('GET /api/account/followed', {
  summary: 'The players that the caller follows in the hiscores, by name.',
  response: z.object({ usernames: z.array(z.string()) }),
});

export const followPlayer = endpoint('PUT /api/account/followed/{username}', {
  summary: 'Follow a player, at most 200; 404 until the game has reported the player.',
  limit: { max: 60, seconds: 60 },
});

export const unfollowPlayer = endpoint('DELETE /api/account/followed/{username}', {
  summary: 'Stop following a player.',
});

export const listFollowedHiscores = endpoint('GET /api/hiscores/followed', {
  summary: 'The followed players in a list, with their ranks among all players or those of a mode.',
  query: z.extend(ListQuery, { mode: z.optional(ListKey) }),
  response: z.object({ players: z.array(HiscoresRow) }),
});

export const listFollowedGains = endpoint('GET /api/hiscores/followed/gains', {
  summary: 'The gains or records of the followed players, who are ranked among themselves.',
  query: GainsQuery,
  response: TopGains,
});
