import type { Db } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { PlayerRecords } from '#shared/endpoints/hiscore-progress.ts';
import type { GainsQuery, PlayerGains, TopGains } from '#shared/endpoints/hiscores.ts';
import { counterLimits, gainPeriods } from '#shared/rules/hiscores.ts';
import type { GainPeriod } from '#shared/rules/hiscores.ts';
import { overall } from '#shared/rules/skills.ts';
import { formatUsername } from '#shared/rules/usernames.ts';
import { levelOfTenths } from '#shared/rules/xp.ts';

import type { Counts, Stats } from './apply-report.ts';
import * as queries from './gains.db.ts';
import { toGainedRows, toValue } from './hiscores.service.ts';
import { hasChangedSince } from './history.db.ts';
import { getKnownPlayer } from './history.service.ts';
import { getLists, isCounter, nameOfList, numberOfList, numberOfMode } from './lists.service.ts';

const usualSize = 10;

type Reading = Pick<Deps, 'db' | 'live'>;

export async function getPlayerGains(deps: Reading, username: string): Promise<PlayerGains> {
  const player = await getKnownPlayer(deps.db, username);
  const lists = await getLists(deps);
  const gains = await queries.findCurrentGains(deps.db, player.id);
  const gainsOf = (period: GainPeriod) =>
    gains
      .filter(({ days }) => days === gainPeriods[period])
      .map((one) => ({
        skill: nameOfList(lists, one.skill),
        experience: toValue(one.skill, one.gain).experience,
        levels: levelsOf(one),
      }));
  return {
    username: formatUsername(player.name),
    day: gainsOf('day'),
    week: gainsOf('week'),
    month: gainsOf('month'),
  };
}

function levelsOf({ skill, before, gain, levels }: queries.CurrentGain): number | null {
  if (skill === 0) return levels;
  return isCounter(skill) ? null : levelOfTenths(before + gain) - levelOfTenths(before);
}

/** `followedBy`: only players that this account follows, ranked among themselves. */
type Wanted = GainsQuery & { followedBy?: number };

export async function listTopGains(deps: Reading, wanted: Wanted): Promise<TopGains> {
  const { skill = overall, period = 'week', mode, of, size = usualSize, followedBy } = wanted;
  const lists = await getLists(deps);
  const list = numberOfList(lists, skill);
  const findCurrent = followedBy ? queries.findFollowedGains : queries.findTopGains;
  const find = of === 'records' ? queries.findTopRecords : findCurrent;
  const rows = await find(deps.db, {
    skill: list,
    days: gainPeriods[period],
    mode: numberOfMode(lists, mode),
    size,
    followedBy,
  });
  return {
    skill,
    period,
    ...(mode !== undefined && { mode }),
    ...(of !== undefined && { of }),
    players: toGainedRows(rows, list, lists),
  };
}

/** Records are raised some seconds after a report, so today's gain may already be a better one. */
export async function getPlayerRecords(
  deps: Reading,
  username: string,
  skill: string,
): Promise<PlayerRecords> {
  const player = await getKnownPlayer(deps.db, username);
  const list = numberOfList(await getLists(deps), skill);
  const gains = await queries.findCurrentGains(deps.db, player.id);
  const records = await queries.findRecords(deps.db, player.id, list);
  const bestOf = (period: GainPeriod) => {
    const days = gainPeriods[period];
    const isWanted = (one: queries.CurrentGain) => one.skill === list && one.days === days;
    const now = gains.find(isWanted) ?? { gain: 0, day: null };
    const record = records.find((one) => one.days === days);
    const best = record && record.gain >= now.gain ? record : now;
    return {
      current: toValue(list, now.gain).experience,
      best: toValue(list, best.gain).experience,
      bestOn: best.day,
    };
  };
  return {
    username: formatUsername(player.name),
    skill,
    day: bestOf('day'),
    week: bestOf('week'),
    month: bestOf('month'),
    year: bestOf('year'),
  };
}

type Reset = { id: number; before: Stats; experience: readonly number[]; counts: Counts };

/** Deletes those of the lists that a reset has lowered. Call it before the snapshot of the reset is written. */
export async function forgetRecords(trx: Db, { id, before, ...after }: Reset): Promise<void> {
  const skills = after.experience.flatMap((tenths, stat) =>
    tenths < (before.experience[stat] ?? 0) ? [stat + 1] : [],
  );
  const counters = after.counts.flatMap((count, at) =>
    (count ?? 0) < (before.counts[at] ?? 0) ? [at + counterLimits.firstId] : [],
  );
  const lowered = [...(skills.length > 0 ? [0] : []), ...skills, ...counters];
  if (lowered.length > 0) await queries.deleteRecords(trx, id, lowered);
}

/** Periods move with the day, so gains are recomputed daily even when nobody plays. */
export async function computeTopGains(
  deps: Reading,
  {
    since,
    periods = Object.values(gainPeriods),
  }: { since?: Date | undefined; periods?: number[] } = {},
): Promise<boolean> {
  if (since && !(await hasChangedSince(deps.db, since))) return false;
  for (const days of periods) {
    await transaction(deps.db, async (trx) => {
      await queries.replaceGains(trx, days);
      await deps.live.publish(trx, { topic: 'hiscores', mayWait: true });
    });
  }
  return true;
}
