import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { PlayerActivity } from '#shared/endpoints/hiscore-progress.ts';
import type { HiscoresHistory, RankChanges } from '#shared/endpoints/hiscores.ts';
import { gainPeriods } from '#shared/rules/hiscores.ts';
import { formatUsername, toUsernameKey } from '#shared/rules/usernames.ts';

import { raiseRecords } from './gains.db.ts';
import { findPlayerByKey } from './hiscores.db.ts';
import { getHiscoresPage, noData, toValue } from './hiscores.service.ts';
import * as queries from './history.db.ts';
import { getLists, numberOfList } from './lists.service.ts';

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

/**
 * Gives new snapshots their ranks, and raises the records that they break. In small steps, because each one blocks
 * the embedded engine's only connection.
 */
export async function rankWaitingDays({ db }: Pick<Deps, 'db'>): Promise<void> {
  let ranked = rankedAtOnce;
  while (ranked === rankedAtOnce) {
    ranked = await transaction(db, async (trx) => {
      const days = await queries.rankDays(trx, rankedAtOnce);
      if (days.length > 0) await raiseRecords(trx, days);
      return days.length;
    });
  }
}

/** Kept are all days of the last 400, so that a year can be compared, then one per week, and after three years per month. */
const thinningSteps = [
  { unit: 'week', afterDays: 400 },
  { unit: 'month', afterDays: 1096 },
] as const;
/** The job looks at a snapshot on every day of this time. A site that was off for longer keeps some days more. */
const lookBackDays = 100;
const thinnedAtOnce = 1_000;

export async function thinOldDays({ db }: Pick<Deps, 'db'>, signal?: AbortSignal): Promise<void> {
  for (const thinning of thinningSteps) {
    const step = { ...thinning, lookBackDays, size: thinnedAtOnce };
    while ((await queries.thinDays(db, step)) === thinnedAtOnce) {
      if (signal?.aborted) return;
    }
  }
}

export async function getPlayerActivity(deps: Reading, username: string): Promise<PlayerActivity> {
  const player = await getKnownPlayer(deps.db, username);
  const rows = await queries.findActivity(deps.db, player.id);
  return {
    username: formatUsername(player.name),
    days: rows.map(({ day, tenths }) => ({ day, experience: tenths / 10 })),
  };
}

/** `getPlayer` without the ranks. */
export async function getKnownPlayer(db: Deps['db'], username: string) {
  const player = await findPlayerByKey(db, toUsernameKey(username));
  if (!player) throw noData();
  return player;
}
