import type { Db } from '#server/db/schema.ts';
import type { Deps } from '#server/deps.ts';
import type {
  LatestMilestones,
  Milestone,
  PlayerMilestones,
} from '#shared/endpoints/hiscore-progress.ts';
import { counterLimits } from '#shared/rules/hiscores.ts';
import { goalsOfCount, goalsOfSkill, goalsOfTotal } from '#shared/rules/milestones.ts';
import type { Goal } from '#shared/rules/milestones.ts';
import { formatUsername } from '#shared/rules/usernames.ts';
import { totalsOf } from '#shared/rules/xp.ts';

import type { Counts, Stats } from './apply-report.ts';
import { getKnownPlayer } from './history.service.ts';
import { getLists, modeOf, nameOfList } from './lists.service.ts';
import type { Lists } from './lists.service.ts';
import * as queries from './milestones.db.ts';

/**
 * A milestone is written once, in the transaction of the report that reached it. A reset that undoes it deletes it, so
 * it can be reached again. Levels and counts from before a game's first report of the player, or from before a reset by
 * an admin, are not milestones, because the time at which they were reached is unknown.
 */
type Reading = Pick<Deps, 'db' | 'live'>;

type Progress = {
  id: number;
  isListed: boolean;
  before: Stats;
  experience: readonly number[];
  counts: Counts;
  observedAt: Date;
};

/** Must run before the scores of the batch are written: it looks there whether another player was first. */
export async function writeMilestones(trx: Db, players: readonly Progress[]): Promise<void> {
  const lost = players.flatMap((player) =>
    goalsBeyond(player, player.before).map((goal) => ({ ...goal, playerId: player.id })),
  );
  const reached = players.flatMap((player) =>
    goalsBeyond(player.before, player).map((goal) => ({
      ...goal,
      playerId: player.id,
      isListed: player.isListed,
      reachedAt: player.observedAt,
    })),
  );
  if (lost.length > 0) await queries.deleteMilestones(trx, lost);
  if (reached.length > 0) await queries.insertMilestones(trx, reached);
}

type Values = Pick<Stats, 'experience' | 'counts'>;

/** Goals that `after` has reached and `before` has not. A count that was never reported before reaches nothing. */
export function goalsBeyond(before: Values, after: Values): Goal[] {
  const skills = after.experience.flatMap((tenths, stat) =>
    goalsOfSkill(stat + 1, { from: before.experience[stat] ?? 0, to: tenths }),
  );
  const counts = after.counts.flatMap((count, at) =>
    goalsOfCount(at + counterLimits.firstId, {
      from: before.counts[at] ?? count ?? 0,
      to: count ?? 0,
    }),
  );
  const levels = { from: totalsOf(before.experience).level, to: totalsOf(after.experience).level };
  return [...goalsOfTotal(levels, after.experience.length), ...skills, ...counts];
}

export async function getPlayerMilestones(
  deps: Reading,
  username: string,
): Promise<PlayerMilestones> {
  const player = await getKnownPlayer(deps.db, username);
  const lists = await getLists(deps);
  const rows = await queries.findMilestones(deps.db, player.id);
  return {
    username: formatUsername(player.name),
    milestones: rows.map((row) => toMilestone(lists, row)),
  };
}

const latestCount = 10;

export async function listMilestones(deps: Reading): Promise<LatestMilestones> {
  const lists = await getLists(deps);
  const rows = await queries.findLatestMilestones(deps.db, latestCount);
  return {
    milestones: rows.map(({ name, userRights, mode, ...row }) => ({
      username: formatUsername(name),
      user_rights: userRights,
      ...modeOf(lists, mode),
      ...toMilestone(lists, row),
    })),
  };
}

function toMilestone(lists: Lists, row: queries.MilestoneRow): Milestone {
  const { kind, value, isFirst } = row;
  const skill = nameOfList(lists, row.skill);
  return { kind, skill, value, isFirst, reachedAt: row.reachedAt.toISOString() };
}
