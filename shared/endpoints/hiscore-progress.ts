import * as z from 'zod/mini';

import { endpointsOf } from '../endpoint.ts';
import { milestoneKinds } from '../rules/milestones.ts';
import { Moment } from '../schemas.ts';
import { ListQuery } from './hiscores.ts';

/** Records, activity and milestones of players. */
const endpoint = endpointsOf('Hiscores', { access: 'public' });

const Best = z.object({
  /** Gained in the period until today. For a counter, the count. */
  current: z.number(),
  /** The most that the player ever gained in such a period. */
  best: z.number(),
  /** The last day of that period, in UTC; null if nothing was gained yet. */
  bestOn: z.nullable(z.string()),
});

export type PlayerRecords = z.infer<typeof PlayerRecords>;
export const PlayerRecords = z.object({
  username: z.string(),
  skill: z.string(),
  day: Best,
  week: Best,
  month: Best,
  year: Best,
});

export const getPlayerRecords = endpoint('GET /api/hiscores/user/{username}/records', {
  summary: 'One player’s current and best gains in a list, by day, week, month and year.',
  query: ListQuery,
  response: PlayerRecords,
});

export type PlayerActivity = z.infer<typeof PlayerActivity>;
export const PlayerActivity = z.object({
  username: z.string(),
  /** Days of the last twelve months on which experience was gained, oldest first, in UTC. */
  days: z.array(z.object({ day: z.string(), experience: z.number() })),
});

export const getPlayerActivity = endpoint('GET /api/hiscores/user/{username}/activity', {
  summary: 'How much experience a player gained on each day of the last twelve months.',
  response: PlayerActivity,
});

export type Milestone = z.infer<typeof Milestone>;
export const Milestone = z.object({
  /** `level`: a level, of Overall the total level. `experience`: the most there is. `count`: of a counter. */
  kind: z.enum(milestoneKinds),
  skill: z.string(),
  value: z.int(),
  /** Whether the player was the first to reach it. */
  isFirst: z.boolean(),
  reachedAt: Moment,
});

export type PlayerMilestones = z.infer<typeof PlayerMilestones>;
export const PlayerMilestones = z.object({
  username: z.string(),
  /** Latest first. */
  milestones: z.array(Milestone),
});

export const getPlayerMilestones = endpoint('GET /api/hiscores/user/{username}/milestones', {
  summary: 'The milestones that a player has reached since the site knows the player.',
  response: PlayerMilestones,
});

export type LatestMilestones = z.infer<typeof LatestMilestones>;
export const LatestMilestones = z.object({
  milestones: z.array(
    z.extend(Milestone, {
      username: z.string(),
      user_rights: z.int(),
      mode: z.optional(z.string()),
    }),
  ),
});

export const listMilestones = endpoint('GET /api/hiscores/milestones', {
  summary: 'The ten latest milestones of all players.',
  response: LatestMilestones,
  cachedUntil: ['hiscores'],
});
