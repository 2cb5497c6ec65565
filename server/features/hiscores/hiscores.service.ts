import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import { findCurrentNames } from '#server/features/accounts/rename.service.ts';
import { pagingOf } from '#server/lib/requests/paging.ts';
import type { SessionAccount } from '#server/plugins/session.ts';
import type {
  HiscoresPage,
  HiscoresPlayer,
  HiscoresRecord,
  HiscoresRow,
  HiscoresSuggestion,
} from '#shared/endpoints/hiscores.ts';
import { AppError } from '#shared/errors.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';
import { combatLevelOf, levelOfTenths } from '#shared/rules/xp.ts';

import * as queries from './hiscores.db.ts';
import type { PageRow, RankedPlayer, SuggestionRow } from './hiscores.db.ts';
import { getSkills, numberOfList } from './skills.service.ts';
import type { Skills } from './skills.service.ts';

type Database = Pick<Deps, 'db'>;

type Reading = Pick<Deps, 'db' | 'live'>;

export async function getHiscoresPage(
  deps: Reading,
  wanted: { skill: string; page: number },
): Promise<HiscoresPage> {
  const skill = numberOfList(await getSkills(deps), wanted.skill);
  const page = Math.max(1, wanted.page);
  const skip = (page - 1) * hiscoresPageSize;
  const { total, rows } = await queries.findHiscoresPage(deps.db, { skill, skip });
  return {
    skill: wanted.skill,
    players: rows.map((row, at) => toRow(row, { skill, rank: skip + at + 1 })),
    ...pagingOf(page, hiscoresPageSize, total),
  };
}

function toRow(row: PageRow, { skill, rank }: { skill: number; rank: number }): HiscoresRow {
  const [name, userRights, score, totalLevel, totalTenths] = row;
  const isOverall = skill === 0;
  return {
    rank,
    username: formatUsername(name),
    level: isOverall ? totalLevel : levelOfTenths(score),
    experience: (isOverall ? totalTenths : score) / 10,
    user_rights: userRights,
    totalLevel,
    totalExp: totalTenths / 10,
  };
}

export async function getPlayer({ db }: Database, username: string): Promise<RankedPlayer> {
  const player =
    (await queries.findRankedPlayer(db, toUsernameKey(username))) ??
    (await findRenamedPlayer(db, username));
  if (!player) throw noData();
  return player;
}

/** Links to a name that the player had before still work. */
async function findRenamedPlayer(db: Db, username: string): Promise<RankedPlayer | undefined> {
  const [current] = (await findCurrentNames(db, [username])).values();
  return current === undefined ? undefined : queries.findRankedPlayer(db, toUsernameKey(current));
}

export function noData(): AppError {
  return new AppError('hiscores/no-data', 'There are no stats for this player yet.');
}

export function toRecord(player: RankedPlayer, skills: Skills): HiscoresRecord {
  const levels = skills.map((_, stat) => levelOfTenths(player.experience[stat] ?? 0));
  return {
    username: formatUsername(player.name),
    user_rights: player.userRights,
    totalLevel: player.totalLevel,
    totalExp: player.totalTenths / 10,
    rank: player.ranks[0] ?? null,
    combatLevel: combatLevelIn(levels, skills),
    updatedAt: player.changedAt.toISOString(),
    playerStats: skills.map(({ name }, stat) => ({
      skill: name,
      level: levels[stat] ?? 1,
      experience: (player.experience[stat] ?? 0) / 10,
      rank: player.ranks[stat + 1] ?? null,
    })),
  };
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
  const record = toRecord(player, await getSkills(deps));
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
  const skills = await getSkills(deps);
  return { players: [toRecord(a, skills), toRecord(b, skills)] };
}

const maxSuggestions = 8;
const trigramsOf = new WeakMap<Db, Promise<boolean>>();

/** Shorter texts have so few trigrams that a search would read a large part of the index. */
const minSimilarLength = 3;

/** Names that begin with the text, then similar ones. */
export async function searchHiscores(deps: Database, text: string): Promise<HiscoresSuggestion[]> {
  const found = await searchByPrefix(deps, text);
  if (found.length === maxSuggestions) return found;
  const known = new Set(found.map(({ username }) => username));
  const similar = await searchBySimilarity(deps, text);
  return [...found, ...similar.filter(({ username }) => !known.has(username))].slice(
    0,
    maxSuggestions,
  );
}

export async function searchByPrefix(
  { db }: Database,
  text: string,
): Promise<HiscoresSuggestion[]> {
  const key = toSearchKey(text);
  return key ? (await queries.findByPrefix(db, key, maxSuggestions)).map(toSuggestion) : [];
}

export async function searchBySimilarity(
  { db }: Database,
  text: string,
): Promise<HiscoresSuggestion[]> {
  const key = toSearchKey(text);
  if (key.length < minSimilarLength || !(await canSearchBySimilarity(db))) return [];
  return (await queries.findBySimilarity(db, key, maxSuggestions)).map(toSuggestion);
}

function toSearchKey(text: string): string {
  return toUsernameKey(text).replaceAll(/[^a-z0-9 ]/g, '');
}

function toSuggestion({ name, userRights, totalLevel }: SuggestionRow): HiscoresSuggestion {
  return { username: formatUsername(name), user_rights: userRights, totalLevel };
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
  const skills = await getSkills(deps);
  let last = 0;
  let separator = '[';
  for (;;) {
    const players = await queries.findPlayersAfter(deps.db, last, streamedAtOnce);
    if (players.length > 0) {
      yield separator + players.map((player) => JSON.stringify(toListed(player, skills))).join(',');
      separator = ',';
    }
    last = players.at(-1)?.id ?? last;
    if (players.length < streamedAtOnce) break;
  }
  yield separator === '[' ? '[]' : ']';
}

type ListedPlayer = Awaited<ReturnType<typeof queries.findPlayersAfter>>[number];

function toListed(player: ListedPlayer, skills: Skills): HiscoresPlayer {
  return {
    username: formatUsername(player.name),
    user_rights: player.userRights,
    totalLevel: player.totalLevel,
    totalExp: player.totalTenths / 10,
    playerStats: skills.map(({ name }, stat) => {
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
