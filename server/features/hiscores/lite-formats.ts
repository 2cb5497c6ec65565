import { levelOfTenths } from '#shared/rules/xp.ts';

import type { RankedPlayer } from './hiscores.db.ts';
import { namesOfLists } from './skills.service.ts';
import type { Skills } from './skills.service.ts';

/** Read by trackers of the original game: every skill in order, rank -1 if unranked, and Runecraft for Runecrafting. */
export function toLiteJson(player: RankedPlayer, skills: Skills) {
  return {
    skills: liteRows(player, skills).map((row, id) => ({ id, ...row })),
    activities: [],
  };
}

export function toLiteText(player: RankedPlayer, skills: Skills): string {
  const rows = liteRows(player, skills).map(({ rank, level, xp }) => `${rank},${level},${xp}\n`);
  const later = Math.max(0, expectedSkills - skills.length);
  return `${rows.join('')}${'-1,-1,-1\n'.repeat(later)}${'-1,-1\n'.repeat(expectedActivities)}`;
}

/** Clients of the original game expect a line for each of its skills and activities, and fail if one is missing. */
const expectedSkills = 24;
const expectedActivities = 100;

function liteRows({ experience, totalLevel, totalTenths, ranks }: RankedPlayer, skills: Skills) {
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
