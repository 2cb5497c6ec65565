import { levelOfTenths } from '#shared/rules/xp.ts';

import type { RankedPlayer } from './hiscores.db.ts';
import { countOf } from './hiscores.service.ts';
import type { Lists } from './lists.service.ts';
import { namesOfLists } from './skills.service.ts';

/**
 * Read by trackers of the original game: every skill, then every counter in order, rank -1 if unranked, and Runecraft
 * for Runecrafting. The lists of a mode have its ranks.
 */
type Ranked = Pick<RankedPlayer, 'experience' | 'counts' | 'totalLevel' | 'totalTenths' | 'ranks'>;

export function toLiteJson(player: Ranked, lists: Lists) {
  return {
    skills: skillRows(player, lists).map((row, id) => ({ id, ...row })),
    activities: counterRows(player, lists).map((row, id) => ({ id, ...row })),
  };
}

export function toLiteText(player: Ranked, lists: Lists): string {
  const skills = skillRows(player, lists).map(({ rank, level, xp }) => `${rank},${level},${xp}\n`);
  const laterSkills = Math.max(0, expectedSkills - lists.skills.length);
  const counters = counterRows(player, lists).map(({ rank, score }) => `${rank},${score}\n`);
  const activities = counters.length > 0 ? expectedActivities : activitiesOfNone;
  const laterActivities = Math.max(0, activities - counters.length);
  return [
    ...skills,
    '-1,-1,-1\n'.repeat(laterSkills),
    ...counters,
    '-1,-1\n'.repeat(laterActivities),
  ].join('');
}

/** Clients of the original game expect a line for each of its skills and activities, and fail if one is missing. */
const expectedSkills = 24;
/** osrs-json-hiscores 2.25 wants exactly this number. */
const expectedActivities = 88;
/** Without counters there are some to spare, for tools that only look at the skills. */
const activitiesOfNone = 100;

function skillRows({ experience, totalLevel, totalTenths, ranks }: Ranked, { skills }: Lists) {
  return namesOfLists(skills).map((name, id) => {
    const tenths = id === 0 ? totalTenths : (experience[id - 1] ?? 0);
    return {
      name: name === 'Runecrafting' ? 'Runecraft' : name,
      rank: ranks[id] ?? -1,
      level: id === 0 ? totalLevel : levelOfTenths(tenths),
      xp: Math.floor(tenths / 10),
    };
  });
}

/** Like the original game, without the score of a player who is not listed. */
function counterRows(player: Ranked, { counters }: Lists) {
  return counters.map(({ id, name }) => {
    const rank = player.ranks[id] ?? -1;
    return { name, rank, score: rank === -1 ? -1 : countOf(player, id) };
  });
}
