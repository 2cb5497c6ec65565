import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findCurrentNames } from '#server/features/accounts/rename.service.ts';
import { pagingOf } from '#server/lib/requests/paging.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type {
  GainedRow,
  HiscoresPage,
  HiscoresPlayer,
  HiscoresRecord,
  HiscoresRow,
  HiscoresSuggestion,
} from '#shared/endpoints/hiscores.ts';
import { AppError } from '#shared/errors.ts';
import { counterLimits, hiscoresPageSize } from '#shared/rules/hiscores.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';
import { combatLevelOf, levelOfTenths } from '#shared/rules/xp.ts';

import * as queries from './hiscores.db.ts';
import type { PageRow, RankedPlayer, SuggestionRow } from './hiscores.db.ts';
import {
  findOfficialMode,
  getLists,
  isCounter,
  modeOf,
  numberOfList,
  numberOfMode,
  supporterOf,
} from './lists.service.ts';
import type { Lists } from './lists.service.ts';
import type { Skills } from './skills.service.ts';

type Database = Pick<Deps, 'db'>;

type Reading = Pick<Deps, 'db' | 'live'>;

export async function getHiscoresPage(
  deps: Reading,
  wanted: { skill: string; page: number; mode?: string | undefined },
): Promise<HiscoresPage> {
  const lists = await getLists(deps);
  const skill = numberOfList(lists, wanted.skill);
  const mode = numberOfMode(lists, wanted.mode);
  const page = Math.max(1, wanted.page);
  const skip = (page - 1) * hiscoresPageSize;
  const { total, rank, rows } = await queries.findHiscoresPage(deps.db, { skill, mode, skip });
  const ranks = isCounter(skill) ? shareRanks(rows, { rank, skip }) : undefined;
  return {
    skill: wanted.skill,
    ...modeOf(lists, mode),
    players: rows.map((row, at) =>
      toRow(row, { skill, rank: ranks?.[at] ?? skip + at + 1, lists }),
    ),
    ...pagingOf(page, hiscoresPageSize, total),
  };
}

/** Players with the same count share their rank: 1, 2, 2, 4. */
function shareRanks(rows: PageRow[], { rank, skip }: { rank: number; skip: number }): number[] {
  let shared = rank;
  return rows.map(([, , count], at) => {
    if (at > 0 && count !== rows[at - 1]?.[2]) shared = skip + at + 1;
    return shared;
  });
}

type Place = { skill: number; rank: number; lists: Lists };

export function toRow(row: PageRow, { skill, rank, lists }: Place): HiscoresRow {
  const [name, userRights, score, totalLevel, totalTenths, mode, supporter] = row;
  return {
    rank,
    username: formatUsername(name),
    ...(skill === 0 ? { level: totalLevel, experience: totalTenths / 10 } : toValue(skill, score)),
    user_rights: userRights,
    ...modeOf(lists, mode),
    ...supporterOf(lists, supporter),
    totalLevel,
    totalExp: totalTenths / 10,
  };
}

type Gained = { name: string; userRights: number; mode: number; gain: number; day?: string };

/** The best first: rows of gains, of records or of a season. */
export function toGainedRows(rows: Gained[], list: number, lists: Lists): GainedRow[] {
  return rows.map(({ name, userRights, mode, gain, day }, at) => ({
    rank: at + 1,
    username: formatUsername(name),
    user_rights: userRights,
    ...modeOf(lists, mode),
    experience: toValue(list, gain).experience,
    ...(day !== undefined && { day }),
  }));
}

/** Tenths of experience with their level, or a count. */
export function toValue(list: number, score: number): { level: number | null; experience: number } {
  if (isCounter(list)) return { level: null, experience: score };
  return { level: levelOfTenths(score), experience: score / 10 };
}

export async function getPlayer({ db }: Database, username: string): Promise<RankedPlayer> {
  const player =
    (await queries.findRankedPlayer(db, toUsernameKey(username))) ??
    (await findRenamedPlayer(db, username));
  if (!player) throw noData();
  return player;
}

/** With the ranks among the players of the mode that trackers call so. */
export function withRanksOfMode(
  player: RankedPlayer,
  lists: Lists,
  officialMode: string,
): RankedPlayer {
  const mode = findOfficialMode(lists, officialMode);
  if (!mode || player.mode !== mode.id) throw noData();
  return { ...player, ranks: player.modeRanks };
}

/** Links to a name that the player had before still work. */
async function findRenamedPlayer(db: Db, username: string): Promise<RankedPlayer | undefined> {
  const [current] = (await findCurrentNames(db, [username])).values();
  return current === undefined ? undefined : queries.findRankedPlayer(db, toUsernameKey(current));
}

export function noData(): AppError {
  return new AppError('hiscores/no-data', 'There are no stats for this player yet.');
}

export function toRecord(player: RankedPlayer, lists: Lists): HiscoresRecord {
  const { skills, counters } = lists;
  const rankOf = (list: number) => ({
    rank: player.ranks[list] ?? null,
    ...(player.mode > 0 && { modeRank: player.modeRanks[list] ?? null }),
  });
  const levels = skills.map((_, stat) => levelOfTenths(player.experience[stat] ?? 0));
  return {
    username: formatUsername(player.name),
    user_rights: player.userRights,
    ...modeOf(lists, player.mode),
    ...supporterOf(lists, player.supporter),
    totalLevel: player.totalLevel,
    totalExp: player.totalTenths / 10,
    ...rankOf(0),
    combatLevel: combatLevelIn(levels, skills),
    updatedAt: player.changedAt.toISOString(),
    playerStats: skills.map(({ name }, stat) => ({
      skill: name,
      level: levels[stat] ?? 1,
      experience: (player.experience[stat] ?? 0) / 10,
      ...rankOf(stat + 1),
    })),
    ...(counters.length > 0 && {
      counters: counters.map(({ id, name, group }) => ({
        name,
        group,
        score: countOf(player, id),
        ...rankOf(id),
      })),
    }),
  };
}

export function countOf({ counts }: Pick<RankedPlayer, 'counts'>, counterId: number): number {
  return counts[counterId - counterLimits.firstId] ?? 0;
}

function combatLevelIn(levels: number[], skills: Skills): number {
  const byGameId: number[] = [];
  for (const [stat, { gameId }] of skills.entries()) byGameId[gameId] = levels[stat] ?? 1;
  return combatLevelOf(byGameId, levels[skills.findIndex(({ name }) => name === 'Summoning')]);
}

/** Adds the private fields only for the player and admins. */
export async function getPlayerHiscores(
  deps: Reading,
  username: string,
  caller: SessionAccount | undefined,
): Promise<HiscoresRecord> {
  const player = await getPlayer(deps, username);
  const record = toRecord(player, await getLists(deps));
  const isOwn = caller?.usernameKey === player.nameKey;
  if (!caller || !(isOwn || isAdmin(caller.userRights))) return record;
  const details = await queries.findPrivateDetails(deps.db, player.nameKey);
  return { ...record, muted: false, banned: false, infractions: [], ...details };
}

export async function compareHiscores(
  deps: Reading,
  names: { a: string; b: string },
): Promise<{ players: [HiscoresRecord, HiscoresRecord] }> {
  const [a, b] = await Promise.all(
    [names.a, names.b].map((name) => queries.findRankedPlayer(deps.db, toUsernameKey(name))),
  );
  if (!a || !b) throw new AppError('hiscores/no-data', 'One or both players not found.');
  const lists = await getLists(deps);
  return { players: [toRecord(a, lists), toRecord(b, lists)] };
}

const maxSuggestions = 8;
const trigramsOf = new WeakMap<Db, Promise<boolean>>();

/** Shorter texts have so few trigrams that a search would read a large part of the index. */
const minSimilarLength = 3;

/** Names that begin with the text, then similar ones. */
export async function searchHiscores(deps: Reading, text: string): Promise<HiscoresSuggestion[]> {
  const found = await searchByPrefix(deps, text);
  if (found.length === maxSuggestions) return found;
  const known = new Set(found.map(({ username }) => username));
  const similar = await searchBySimilarity(deps, text);
  return [...found, ...similar.filter(({ username }) => !known.has(username))].slice(
    0,
    maxSuggestions,
  );
}

export async function searchByPrefix(deps: Reading, text: string): Promise<HiscoresSuggestion[]> {
  const key = toSearchKey(text);
  if (!key) return [];
  return toSuggestions(deps, await queries.findByPrefix(deps.db, key, maxSuggestions));
}

export async function searchBySimilarity(
  deps: Reading,
  text: string,
): Promise<HiscoresSuggestion[]> {
  const key = toSearchKey(text);
  if (key.length < minSimilarLength || !(await canSearchBySimilarity(deps.db))) return [];
  return toSuggestions(deps, await queries.findBySimilarity(deps.db, key, maxSuggestions));
}

function toSearchKey(text: string): string {
  return toUsernameKey(text).replaceAll(/[^a-z0-9 ]/g, '');
}

async function toSuggestions(deps: Reading, rows: SuggestionRow[]): Promise<HiscoresSuggestion[]> {
  const lists = await getLists(deps);
  return rows.map(({ name, userRights, mode, totalLevel }) => ({
    username: formatUsername(name),
    user_rights: userRights,
    ...modeOf(lists, mode),
    totalLevel,
  }));
}

/** Some hosts lack the pg_trgm extension; searches then match only the beginning of names. */
export function canSearchBySimilarity(db: Db): Promise<boolean> {
  const answer = trigramsOf.get(db) ?? queries.hasTrigrams(db);
  trigramsOf.set(db, answer);
  answer.catch(() => trigramsOf.delete(db));
  return answer;
}

const streamedAtOnce = 500;

/** One JSON array, so memory does not grow with the players. Those that change meanwhile appear in either state. */
export async function* streamPlayers(deps: Reading): AsyncGenerator<string> {
  const lists = await getLists(deps);
  let last = 0;
  let separator = '[';
  for (;;) {
    const players = await queries.findPlayersAfter(deps.db, last, streamedAtOnce);
    if (players.length > 0) {
      yield separator + players.map((player) => JSON.stringify(toListed(player, lists))).join(',');
      separator = ',';
    }
    last = players.at(-1)?.id ?? last;
    if (players.length < streamedAtOnce) break;
  }
  yield separator === '[' ? '[]' : ']';
}

type ListedPlayer = Awaited<ReturnType<typeof queries.findPlayersAfter>>[number];

function toListed(player: ListedPlayer, lists: Lists): HiscoresPlayer {
  return {
    username: formatUsername(player.name),
    user_rights: player.userRights,
    ...modeOf(lists, player.mode),
    totalLevel: player.totalLevel,
    totalExp: player.totalTenths / 10,
    playerStats: lists.skills.map(({ name }, stat) => {
      const tenths = player.experience[stat] ?? 0;
      return { skill: name, level: levelOfTenths(tenths), experience: tenths / 10 };
    }),
  };
}

export function getTotalLevel(trx: Db, usernameKey: string): Promise<number> {
  return queries.findTotalLevel(trx, usernameKey);
}

/** For the transaction that bans or unbans a player. Database triggers handle changes of accounts and settings. */
export async function refreshExclusion(trx: Db, usernameKey: string): Promise<void> {
  await queries.refreshPlayers(trx, [usernameKey]);
}
