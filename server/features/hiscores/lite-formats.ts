import { skills } from '#shared/skills.ts';
import { levelOfTenths } from '#shared/xp.ts';

import type { RankedPlayer } from './hiscores.db.ts';

/**
 * What trackers and plug-ins of the old game read: every skill in order, -1 for the rank where the
 * player is unranked. There the last skill is called Runecraft.
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
 * Clients written for today's game read a line for each of its three later skills and for each
 * activity, and fail where one is missing.
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
