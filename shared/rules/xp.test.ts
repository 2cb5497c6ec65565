import { describe, expect, it } from 'vitest';

import {
  combatLevelOf,
  experienceOfLevel,
  formatExperience,
  levelOf,
  levelOfTenths,
  maxExperienceTenths,
  startTenthsOf,
  totalsOf,
} from './xp.ts';

describe('levels', () => {
  it.each([
    [0, 1],
    [82, 1],
    [83, 2],
    [1_153, 9],
    [1_154, 10],
    [2_411, 15],
    [101_333, 50],
    [737_627, 70],
    [6_517_253, 92],
    [13_034_430, 98],
    [13_034_431, 99],
    [200_000_000, 99],
  ])('%i experience is level %i', (experience, level) => {
    expect(levelOf(experience)).toBe(level);
  });

  it('a level needs its last whole point', () => {
    expect(levelOfTenths(829)).toBe(1);
    expect(levelOfTenths(830)).toBe(2);
  });

  it('every level begins exactly at its experience', () => {
    for (let level = 2; level <= 99; level++) {
      expect(levelOf(experienceOfLevel(level))).toBe(level);
      expect(levelOf(experienceOfLevel(level) - 1)).toBe(level - 1);
    }
  });
});

it('levels below 1 and above 99 need the experience of the nearest one', () => {
  expect([-5, 0, 1, 1.9, 99, 100].map(experienceOfLevel)).toEqual([
    0, 0, 0, 0, 13_034_431, 13_034_431,
  ]);
});

/** The list of 2006: 21 skills, of which Hitpoints starts with level 10. */
const skills = Array.from({ length: 21 }, (_, stat) => ({ startLevel: stat === 3 ? 10 : 1 }));

describe('totals', () => {
  it('a fresh player has total level 30 and combat level 3', () => {
    const tenths = skills.map(startTenthsOf);
    expect(totalsOf(tenths)).toEqual({ level: 30, tenths: 11_540 });
    expect(combatLevelOf(tenths.map(levelOfTenths))).toBe(3);
  });

  it('a player with maximum experience has total level 2,079 and combat level 126', () => {
    const tenths = skills.map(() => maxExperienceTenths);
    expect(totalsOf(tenths)).toEqual({ level: 2_079, tenths: 42_000_000_000 });
    expect(combatLevelOf(tenths.map(levelOfTenths))).toBe(126);
  });

  it('combat level counts the best of melee, ranged and magic', () => {
    const melee = [60, 50, 60, 60, 1, 1, 1];
    const ranged = [1, 50, 1, 60, 90, 1, 50];
    const magic = [1, 50, 1, 60, 1, 1, 99];
    expect(combatLevelOf(melee)).toBe(Math.floor(0.25 * 110 + 0.325 * 120));
    expect(combatLevelOf(ranged)).toBe(Math.floor(0.25 * 110 + 0.325 * 135));
    expect(combatLevelOf(magic)).toBe(Math.floor(0.25 * 110 + 0.325 * 148));
  });

  it('combat level counts half of summoning where the game has it', () => {
    const levels = Array.from({ length: 7 }, () => 99);
    expect(combatLevelOf(levels, 99)).toBe(138);
  });

  it('combat level counts half of prayer, rounded down', () => {
    const withPrayer = (prayer: number) => combatLevelOf([2, 2, 1, 10, 1, prayer, 1]);
    expect([withPrayer(1), withPrayer(2), withPrayer(9), withPrayer(10)]).toEqual([3, 4, 4, 5]);
  });

  it('experience is shown rounded down with thousands separators', () => {
    expect(formatExperience(13_034_430.9)).toBe('13,034,430');
  });
});
