import * as z from 'zod/mini';

import { adminFreshMinutes, endpointsOf } from '../endpoint.ts';
import { counterLimits } from '../rules/hiscores.ts';
import { skillIcons } from '../rules/skill-icons.ts';
import { overall } from '../rules/skills.ts';
import { Moment, Paging, wholeNumberText } from '../schemas.ts';
import { ListKey } from './hiscore-lists.ts';

const endpoint = endpointsOf('Hiscores', { access: 'public' });
const adminEndpoint = endpointsOf('Admin');
const toolsEndpoint = endpointsOf('Hiscores for existing tools', { access: 'public' });

const Period = z.enum(['day', 'week', 'month', 'year']);

const maxHistoryDays = 366;

const PlayerName = z
  .string('Enter a player name.')
  .check(z.minLength(1, 'Enter a player name.'), z.maxLength(40));
const PlayerParams = z.object({ username: PlayerName });
/** One of the site's skills or counters, or Overall. */
const SkillName = z.string().check(z.maxLength(counterLimits.name, 'Unknown skill.'));
export const ListQuery = z.object({ skill: z._default(SkillName, overall) });
/** The key of the player's game mode. Absent for players without one. */
const PlayerMode = z.optional(z.string());
/** The id of the player's supporter step. Absent for others, and if the owner does not show the steps. */
const Supporter = z.optional(z.int());
const PageNumber = z.pipe(
  z.string().check(z.regex(/^\d{1,8}$/, 'The page must be a whole number.')),
  z.transform(Number),
);

const Stat = z.object({
  skill: z.string(),
  level: z.int(),
  /** To a tenth; shown floored. */
  experience: z.number(),
  /** Null if the player has not trained this skill. */
  rank: z.optional(z.nullable(z.int())),
  /** Among the players of the same mode. */
  modeRank: z.optional(z.nullable(z.int())),
});

const Count = z.object({
  /** The counter's. */
  name: z.string(),
  group: z.string(),
  /** 0 if the game has not reported it. */
  score: z.int(),
  /** Null below the counter's minimum. Players with the same count have the same rank. */
  rank: z.nullable(z.int()),
  modeRank: z.optional(z.nullable(z.int())),
});

export type HiscoresPlayer = z.infer<typeof HiscoresPlayer>;
export const HiscoresPlayer = z.object({
  username: z.string(),
  user_rights: z.int(),
  mode: PlayerMode,
  supporter: Supporter,
  totalLevel: z.int(),
  totalExp: z.number(),
  playerStats: z.array(Stat),
});

export type HiscoresRecord = z.infer<typeof HiscoresRecord>;
export const HiscoresRecord = z.extend(HiscoresPlayer, {
  /** In the Overall list; null for players excluded from the lists. */
  rank: z.optional(z.nullable(z.int())),
  modeRank: z.optional(z.nullable(z.int())),
  /** Absent if the site has no counters. */
  counters: z.optional(z.array(Count)),
  combatLevel: z.optional(z.int()),
  /** When the game last reported a change. */
  updatedAt: z.optional(Moment),
  /** The fields below are private: only the player and admins get them. */
  email: z.optional(z.string()),
  wyncoins: z.optional(z.int()),
  muted: z.optional(z.boolean()),
  banned: z.optional(z.boolean()),
  infractions: z.optional(z.array(z.string())),
});

export type HiscoresRow = z.infer<typeof HiscoresRow>;
export const HiscoresRow = z.object({
  rank: z.int(),
  username: z.string(),
  /** In the chosen skill; for Overall, the total level; null for a counter. */
  level: z.nullable(z.int()),
  /** For a counter, the count. */
  experience: z.number(),
  user_rights: z.int(),
  mode: PlayerMode,
  supporter: Supporter,
  totalLevel: z.int(),
  totalExp: z.number(),
});

export type HiscoresPage = z.infer<typeof HiscoresPage>;
export const HiscoresPage = z.object({
  skill: SkillName,
  mode: PlayerMode,
  players: z.array(HiscoresRow),
  ...Paging,
});

export const listHiscores = endpoint('GET /api/hiscores', {
  summary:
    'Every player, streamed as one array; with `skill`, `page` or `mode`, 25 ranked rows of that list.',
  query: z.object({
    skill: z.optional(SkillName),
    page: z.optional(PageNumber),
    /** The key of a game mode: only its players, with their ranks among each other. */
    mode: z.optional(ListKey),
  }),
  response: z.union([HiscoresPage, z.array(HiscoresPlayer)]),
  cachedUntil: ['hiscores'],
});

export const listSkills = endpoint('GET /api/hiscores/skills', {
  summary: 'The skills that this site ranks, in order, with the numbers that the game gives them.',
  response: z.object({
    skills: z.array(
      z.object({
        name: z.string(),
        icon: z.enum(skillIcons),
        gameId: z.int(),
        startLevel: z.int(),
      }),
    ),
  }),
  cachedUntil: ['site'],
});

export const getPlayerHiscores = endpoint('GET /api/hiscores/user/{username}', {
  summary: 'One player’s stats and ranks; 404 until the game has reported the player.',
  params: PlayerParams,
  response: HiscoresRecord,
});

export const compareHiscores = endpoint('GET /api/hiscores/compare', {
  summary: 'Two players side by side; 404 unless both are known.',
  query: z.object({ a: PlayerName, b: PlayerName }),
  response: z.object({ players: z.tuple([HiscoresRecord, HiscoresRecord]) }),
  cachedUntil: ['hiscores'],
});

export type HiscoresSuggestion = z.infer<typeof HiscoresSuggestion>;
export const HiscoresSuggestion = z.object({
  username: z.string(),
  user_rights: z.int(),
  mode: PlayerMode,
  totalLevel: z.int(),
});

export const searchHiscores = endpoint('GET /api/hiscores/search', {
  summary: 'Players whose names begin with the text, then players with similar names.',
  query: z.object({ name: PlayerName }),
  response: z.object({ players: z.array(HiscoresSuggestion) }),
  limit: { max: 240, seconds: 60 },
});

const HistoryPoint = z.object({
  /** 2026-11-20, in UTC. */
  day: z.string(),
  /** Null for a counter, whose count is the experience. */
  level: z.nullable(z.int()),
  experience: z.number(),
  /** Null if not known yet, or if the player was not ranked. */
  rank: z.nullable(z.int()),
});

export type HiscoresHistory = z.infer<typeof HiscoresHistory>;
export const HiscoresHistory = z.object({
  username: z.string(),
  skill: SkillName,
  /** Days with a change, oldest first, with the values at the end of the day. */
  points: z.array(HistoryPoint),
});

export const getHiscoresHistory = endpoint('GET /api/hiscores/user/{username}/history', {
  summary: 'One player’s experience, level and rank over time in one skill.',
  params: PlayerParams,
  query: z.extend(ListQuery, {
    days: z._default(
      z.pipe(
        z.string().check(z.regex(/^\d{1,4}$/, 'Enter a number of days.')),
        z.transform((days) => Math.min(Math.max(Number(days), 1), maxHistoryDays)),
      ),
      90,
    ),
  }),
  response: HiscoresHistory,
});

const Gains = z.array(
  z.object({
    skill: z.string(),
    experience: z.number(),
    /** Null for a counter. */
    levels: z.nullable(z.int()),
  }),
);

export type PlayerGains = z.infer<typeof PlayerGains>;
export const PlayerGains = z.object({
  username: z.string(),
  /** Overall first, counters last; only those with a gain. */
  day: Gains,
  week: Gains,
  month: Gains,
});

export const getPlayerGains = endpoint('GET /api/hiscores/user/{username}/gains', {
  summary: 'One player’s gains in the last day, week and month.',
  params: PlayerParams,
  response: PlayerGains,
});

/** `current`: until today. `records`: each player's best of all time. */
const GainsOf = z.enum(['current', 'records']);

/** A place among those who gained something in a period or a season. */
export type GainedRow = z.infer<typeof GainedRow>;
export const GainedRow = z.object({
  rank: z.int(),
  username: z.string(),
  user_rights: z.int(),
  mode: PlayerMode,
  /** For a counter, the count. */
  experience: z.number(),
  /** Only records have it: the last day of the period, in UTC. */
  day: z.optional(z.string()),
});

export type TopGains = z.infer<typeof TopGains>;
export const TopGains = z.object({
  skill: SkillName,
  period: Period,
  mode: PlayerMode,
  of: z.optional(GainsOf),
  players: z.array(GainedRow),
});

const mostGains = 100;

export type GainsQuery = z.infer<typeof GainsQuery>;
export const GainsQuery = z.object({
  skill: z.optional(SkillName),
  period: z.optional(Period),
  /** The key of a game mode: only its players. */
  mode: z.optional(ListKey),
  of: z.optional(GainsOf),
  /** How many players, 10 by default. */
  size: z.optional(wholeNumberText(1, mostGains)),
});

export const listTopGains = endpoint('GET /api/hiscores/gains', {
  summary:
    'The players who gained the most in a list in the last week (default), day, month or year, or the records.',
  query: GainsQuery,
  response: TopGains,
  cachedUntil: ['hiscores'],
});

export type RankChanges = z.infer<typeof RankChanges>;
export const RankChanges = z.object({
  /** Only players who moved. More than 0: so many ranks better than a week ago. */
  changes: z.array(z.object({ username: z.string(), change: z.int() })),
});

export const listRankChanges = endpoint('GET /api/hiscores/rank-changes', {
  summary:
    'How the players on a page of a list have moved within a week, by their last snapshot that is 7 to 14 days old.',
  query: z.extend(ListQuery, { page: z._default(PageNumber, 1) }),
  response: RankChanges,
  cachedUntil: ['hiscores'],
});

const LiteQuery = z.object({ player: PlayerName });

/** Named like the addresses of the original game: ironman, ultimate, hardcore_ironman. */
const OfficialMode = z.object({ mode: z.string().check(z.maxLength(40)) });

/** A format that trackers and plug-ins for the original game read. */
const liteJson = {
  summary:
    'One player in the format trackers read: every skill, then every counter in order, -1 where unranked.',
  query: LiteQuery,
  response: z.object({
    skills: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        rank: z.int(),
        level: z.int(),
        xp: z.int(),
      }),
    ),
    /** The counters, in the order of the site. */
    activities: z.array(z.object({ id: z.int(), name: z.string(), rank: z.int(), score: z.int() })),
  }),
} as const;

export const readLiteJson = toolsEndpoint('GET /m=hiscore_oldschool/index_lite.json', liteJson);

export const readModeLiteJson = toolsEndpoint('GET /m=hiscore_oldschool_{mode}/index_lite.json', {
  ...liteJson,
  summary: 'The same with the ranks within a game mode; 404 for players of other modes.',
  params: OfficialMode,
});

const liteText = {
  summary:
    'The same as text: one line `rank,level,xp` per skill, in skill order, then `rank,score` per counter; -1 for later skills and activities, which clients expect.',
  query: LiteQuery,
  response: z.string(),
  contentType: 'text/plain',
} as const;

export const readLiteText = toolsEndpoint('GET /m=hiscore_oldschool/index_lite.ws', liteText);

export const readModeLiteText = toolsEndpoint('GET /m=hiscore_oldschool_{mode}/index_lite.ws', {
  ...liteText,
  summary: 'The same as text with the ranks within a game mode; 404 for players of other modes.',
  params: OfficialMode,
});

const ListNumber = wholeNumberText(0, 99_999_999);

const overallPage = {
  summary:
    'One page of a list as the HTML table that trackers read. `table` is the number of the skill, 0 is Overall.',
  query: z.object({
    table: z._default(ListNumber, 0),
    page: z._default(ListNumber, 1),
    /** Shows the page with this rank. */
    rank: z.optional(ListNumber),
    /** Shows the page with this player, whose row is marked. */
    user: z.optional(z.string().check(z.maxLength(40))),
    /** 1: `table` is the place of a counter, from 0. */
    category_type: z._default(ListNumber, 0),
  }),
  response: z.string(),
  contentType: 'text/html',
  cachedUntil: ['hiscores'],
} as const;

export const readOverallPage = toolsEndpoint('GET /m=hiscore_oldschool/overall.ws', overallPage);

export const readModeOverallPage = toolsEndpoint('GET /m=hiscore_oldschool_{mode}/overall.ws', {
  ...overallPage,
  summary: 'The same for the players of a game mode.',
  params: OfficialMode,
});

/** How many players are or were reset. */
const ResetPlayers = z.object({ players: z.int() });

export const countServerHiscores = adminEndpoint('GET /api/admin/servers/{id}/hiscores', {
  summary: 'How many players’ levels this game server reported last.',
  response: ResetPlayers,
});

export const resetServerHiscores = adminEndpoint('DELETE /api/admin/servers/{id}/hiscores', {
  freshMinutes: adminFreshMinutes,
  summary:
    'Remove the players whose levels this game server reported last from the hiscores, with their history.',
  response: ResetPlayers,
});

export const resetPlayerHiscores = adminEndpoint('DELETE /api/admin/hiscores/{username}', {
  freshMinutes: adminFreshMinutes,
  summary: 'Remove a player from the hiscores, with the history.',
  params: PlayerParams,
});
