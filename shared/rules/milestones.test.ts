import { expect, test } from 'vitest';

import { describeMilestone, goalsOfCount, goalsOfSkill, goalsOfTotal } from './milestones.ts';
import { experienceOfLevel, maxExperienceTenths, maxLevel } from './xp.ts';

const values = (goals: { value: number }[]) => goals.map(({ value }) => value);
const highest = experienceOfLevel(maxLevel) * 10;

test('a skill reaches the highest level with its last point, and only once', () => {
  expect(goalsOfSkill(4, { from: highest - 1, to: highest })).toEqual([
    { kind: 'level', list: 4, value: maxLevel, atLeast: highest },
  ]);
  expect(goalsOfSkill(4, { from: highest, to: highest + 1 })).toEqual([]);
  expect(goalsOfSkill(4, { from: 0, to: highest - 1 })).toEqual([]);
  expect(goalsOfSkill(4, { from: 0, to: maxExperienceTenths }).map(({ kind }) => kind)).toEqual([
    'level',
    'experience',
  ]);
});

test('the total level has a goal every 500 levels and at the highest one', () => {
  expect(values(goalsOfTotal({ from: 499, to: 1000 }, 29))).toEqual([500, 1000]);
  expect(values(goalsOfTotal({ from: 500, to: 999 }, 29))).toEqual([]);
  expect(values(goalsOfTotal({ from: 2500, to: 2871 }, 29))).toEqual([29 * maxLevel]);
});

test('a count has goals at 100, 500, 1,000 and so on', () => {
  const goals = goalsOfCount(40, { from: 99, to: 5000 });
  expect(values(goals)).toEqual([100, 500, 1000, 5000]);
  expect(goals[1]).toEqual({ kind: 'count', list: 40, value: 500, atLeast: 500 });
  expect(values(goalsOfCount(40, { from: 999, to: 1000 }))).toEqual([1000]);
  expect(goalsOfCount(40, { from: 100, to: 499 })).toEqual([]);
  expect(goalsOfCount(40, { from: 0, to: 99 })).toEqual([]);
});

test('milestones are described in the words of their kind', () => {
  const describe = (kind: 'level' | 'experience' | 'count', skill: string, value: number) =>
    describeMilestone({ kind, skill, value });
  expect(describe('count', 'Zulrah', 1000)).toBe('1,000 Zulrah');
  expect(describe('experience', 'Fishing', 200_000_000)).toBe('200,000,000 experience in Fishing');
  expect(describe('level', 'Fishing', 99)).toBe('level 99 in Fishing');
  expect(describe('level', 'Overall', 1500)).toBe('total level 1,500');
});
