import { experienceOfLevel, maxLevel } from '#shared/rules/xp.ts';

type Stat = { skill: string; level: number; experience: number };

export type Goal = { skill: string; level: number; left: number; share: number };

/** The next level that is nearest, and in another skill the nearest round one: 10, 20 and so on, and 99. */
export function findGoals(stats: readonly Stat[]): Goal[] {
  const [first] = rank(stats, ({ level }) => ({ from: level, to: level + 1 }));
  const others = stats.filter(({ skill }) => skill !== first?.skill);
  const [second] = rank(others, ({ level }) => {
    const decade = Math.floor(level / 10) * 10;
    return { from: Math.max(decade, 1), to: Math.min(decade + 10, maxLevel) };
  });
  return [first, second].filter((goal) => goal !== undefined);
}

/** Nearest first, by the share of the way that is done: in points, low levels would always win. */
function rank(stats: readonly Stat[], chooseSpan: (stat: Stat) => { from: number; to: number }) {
  return stats
    .filter(({ level }) => level < maxLevel)
    .map((stat): Goal => {
      const { from, to } = chooseSpan(stat);
      const [start, end] = [experienceOfLevel(from), experienceOfLevel(to)];
      const done = Math.floor(stat.experience);
      const share = Math.max(0, (done - start) / (end - start));
      return { skill: stat.skill, level: to, left: end - done, share };
    })
    .toSorted((a, b) => b.share - a.share || b.level - a.level);
}
