import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type {
  HiscoresHistory,
  PlayerGains,
  RankChanges,
  TopGains,
} from '#shared/endpoints/hiscores.ts';
import { gainPeriods } from '#shared/rules/hiscores.ts';
import type { GainPeriod } from '#shared/rules/hiscores.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';
import { levelOfTenths, totalsOf } from '#shared/rules/xp.ts';

import { findPlayerByKey } from './hiscores.db.ts';
import { getHiscoresPage, noData, toValue } from './hiscores.service.ts';
import * as queries from './history.db.ts';
import { getLists, numberOfList } from './lists.service.ts';
import { getSkills, namesOfLists } from './skills.service.ts';

const topGainsSize = 10;
const rankedAtOnce = 25;

type Reading = Pick<Deps, 'db' | 'live'>;

export async function getHiscoresHistory(
  deps: Reading,
  username: string,
  wanted: { skill: string; days: number },
): Promise<HiscoresHistory> {
  const skill = numberOfList(await getLists(deps), wanted.skill);
  const player = await getKnownPlayer(deps.db, username);
  const rows = await queries.findDays(deps.db, { playerId: player.id, skill, days: wanted.days });
  return {
    username: formatUsername(player.name),
    skill: wanted.skill,
    points: rows.map(({ day, totalLevel, score, rank }) => ({
      day,
      ...toValue(skill, score),
      ...(skill === 0 && { level: totalLevel }),
      rank,
    })),
  };
}

export async function getPlayerGains(deps: Reading, username: string): Promise<PlayerGains> {
  const player = await getKnownPlayer(deps.db, username);
  const baselines = await queries.findBaselines(deps.db, player.id, Object.values(gainPeriods));
  const lists = namesOfLists(await getSkills(deps));
  const gainsOf = (period: GainPeriod) => {
    const base = baselines.find(({ days }) => days === gainPeriods[period]);
    return toGains(lists, base?.experience ?? player.experience, player.experience);
  };
  return {
    username: formatUsername(player.name),
    day: gainsOf('day'),
    week: gainsOf('week'),
    month: gainsOf('month'),
  };
}

function toGains(lists: string[], before: readonly number[], now: readonly number[]) {
  const totals = { before: totalsOf(before), now: totalsOf(now) };
  const rows = [
    {
      experience: totals.now.tenths - totals.before.tenths,
      levels: totals.now.level - totals.before.level,
    },
    ...now.map((tenths, stat) => ({
      experience: tenths - (before[stat] ?? 0),
      levels: levelOfTenths(tenths) - levelOfTenths(before[stat] ?? 0),
    })),
  ];
  return rows
    .map(({ experience, levels }, at) => ({
      skill: lists[at] ?? '',
      experience: experience / 10,
      levels,
    }))
    .filter(({ experience }) => experience > 0);
}

export async function listTopGains(
  deps: Reading,
  wanted: { skill: string; period: GainPeriod },
): Promise<TopGains> {
  const rows = await queries.findTopGains(deps.db, {
    skill: numberOfList(await getLists(deps), wanted.skill),
    days: gainPeriods[wanted.period],
    size: topGainsSize,
  });
  return {
    ...wanted,
    players: rows.map(({ name, userRights, gain }, at) => ({
      rank: at + 1,
      username: formatUsername(name),
      user_rights: userRights,
      experience: gain / 10,
    })),
  };
}

/** Not part of the page itself: it is the most requested answer, and this reads 25 more rows. */
export async function listRankChanges(
  deps: Reading,
  wanted: { skill: string; page: number },
): Promise<RankChanges> {
  const { players } = await getHiscoresPage(deps, wanted);
  const before = await queries.findRanksBefore(deps.db, {
    skill: numberOfList(await getLists(deps), wanted.skill),
    nameKeys: players.map(({ username }) => toUsernameKey(username)),
    days: gainPeriods.week,
  });
  const rankOf = new Map(before.map(({ nameKey, rank }) => [nameKey, rank]));
  const changes = players.map(({ username, rank }) => ({
    username,
    change: (rankOf.get(toUsernameKey(username)) ?? rank) - rank,
  }));
  return { changes: changes.filter(({ change }) => change !== 0) };
}

/** In small steps, because each one blocks the embedded engine's only connection. */
export async function rankWaitingDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  while ((await queries.rankDays(db, rankedAtOnce)) === rankedAtOnce);
}

/** Periods move with the day, so gains are recomputed daily even when nobody plays. */
export async function computeTopGains(
  deps: Pick<Deps, 'db' | 'live'>,
  since?: Date,
): Promise<boolean> {
  if (since && !(await queries.hasChangedSince(deps.db, since))) return false;
  for (const days of Object.values(gainPeriods)) {
    await transaction(deps.db, async (trx) => {
      await queries.replaceGains(trx, days);
      await deps.live.publish(trx, { topic: 'hiscores', mayWait: true });
    });
  }
  return true;
}

async function getKnownPlayer(db: Deps['db'], username: string) {
  const player = await findPlayerByKey(db, toUsernameKey(username));
  if (!player) throw noData();
  return player;
}
