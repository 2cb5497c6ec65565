import { levelOfTenths } from '#shared/rules/xp.ts';

import type { RankedPlayer } from './hiscores.db.ts';
import { namesOfLists } from './skills.service.ts';
import type { Skills } from './skills.service.ts';

/**
 * The format that trackers and plug-ins for the original game read: every skill in order, rank -1 if
 * unranked. The original game calls Runecrafting Runecraft.
 */
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

/**
 * Clients for the original game's current release expect a line for each of its skills, three more than
 * in 2006, and for each activity. They fail if one is missing.
 */
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
