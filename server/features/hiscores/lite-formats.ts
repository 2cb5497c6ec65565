import { skills } from '#shared/skills.ts';
import { levelOfTenths } from '#shared/xp.ts';

import type { RankedPlayer } from './hiscores.db.ts';

/**
 * The format that trackers and plug-ins for the original game read: every skill in order, rank -1 if
 * unranked. The original game calls the last skill Runecraft.
 */
export function toLiteJson(player: RankedPlayer) {
  return {
    skills: liteRows(player).map((row, id) => ({ id, name: liteName(id), ...row })),
    activities: [],
  };
}

export function toLiteText(player: RankedPlayer): string {
  const rows = liteRows(player).map(({ rank, level, xp }) => `${rank},${level},${xp}\n`);
  return [...rows, ...laterRows].join('');
}

/**
 * Clients for the original game's current release expect a line for each of its three later skills and
 * for each activity, and fail if one is missing.
 */
const laterRows = [
  ...Array.from({ length: 3 }, () => '-1,-1,-1\n'),
  ...Array.from({ length: 100 }, () => '-1,-1\n'),
];

function liteRows({ experience, totalLevel, totalTenths, ranks }: RankedPlayer) {
  return skills.map((_, id) => {
    const tenths = id === 0 ? totalTenths : (experience[id - 1] ?? 0);
    return {
      rank: ranks[id] ?? -1,
      level: id === 0 ? totalLevel : levelOfTenths(tenths),
      xp: Math.floor(tenths / 10),
    };
  });
}

function liteName(id: number): string {
  const skill = skills[id] ?? '';
  return skill === 'Runecrafting' ? 'Runecraft' : skill;
}
