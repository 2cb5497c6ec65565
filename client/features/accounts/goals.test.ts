import { expect, test } from 'vitest';

import { experienceOfLevel } from '#shared/rules/xp.ts';

import { findGoals } from './goals.ts';

const stat = (skill: string, level: number, more = 0) => ({
  skill,
  level,
  experience: experienceOfLevel(level) + more,
});

test('the goals are the nearest next level and the nearest round level of another skill', () => {
  // 69 Ranged needs 668,051 XP and 70 needs 737,627.
  const ranged = { skill: 'Ranged', level: 69, experience: 737_627 - 2041 + 0.9 };
  expect(findGoals([stat('Attack', 68), ranged, stat('Mining', 44)])).toEqual([
    { skill: 'Ranged', level: 70, left: 2041, share: expect.closeTo(0.9707, 4) as number },
    { skill: 'Attack', level: 70, left: 132_595, share: expect.closeTo(0.7144, 2) as number },
  ]);
});

test('a skill at 98 has 99 as its goal, and one at 99 has none', () => {
  expect(findGoals([stat('Magic', 98), stat('Prayer', 99)])).toMatchObject([
    { skill: 'Magic', level: 99 },
  ]);
  expect(findGoals([stat('Prayer', 99, 1_000_000)])).toEqual([]);
  expect(findGoals([])).toEqual([]);
});

test('untrained skills come last', () => {
  const goals = findGoals([stat('Cooking', 1), stat('Hitpoints', 10, 50), stat('Fishing', 1, 40)]);
  expect(goals.map(({ skill, level }) => `${level} ${skill}`)).toEqual([
    '2 Fishing',
    '20 Hitpoints',
  ]);
});
