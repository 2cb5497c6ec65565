import { formatNumber } from './format-count.ts';
import type { Skill } from './skills.ts';

/** By the game's formula. Stored in tenths, the game's precision, and shown in whole points, rounded down. */
export const maxLevel = 99;
export const maxExperienceTenths = 2_000_000_000;

/** Experience needed for a level; index 1 is level 1. */
const experienceTable = buildExperienceTable();

export function experienceOfLevel(level: number): number {
  const inRange = Math.min(Math.max(Math.floor(level), 1), maxLevel);
  return experienceTable[inRange] ?? 0;
}

export function levelOf(experience: number): number {
  let low = 1;
  let high = maxLevel;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((experienceTable[middle] ?? 0) <= experience) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function levelOfTenths(tenths: number): number {
  return levelOf(Math.floor(tenths / 10));
}

/** Experience before any training. A player with no more than this is not ranked in the skill. */
export function startTenthsOf({ startLevel }: Pick<Skill, 'startLevel'>): number {
  return experienceOfLevel(startLevel) * 10;
}

export function totalsOf(tenths: readonly number[]): { level: number; tenths: number } {
  let level = 0;
  let sum = 0;
  for (const one of tenths) {
    level += levelOfTenths(one);
    sum += one;
  }
  return { level, tenths: sum };
}

/** Levels by the game's ids, whose first seven are the same in every release. From 3 to 126, with Summoning 138. */
export function combatLevelOf(levels: readonly (number | undefined)[], summoning = 0): number {
  const [attack = 1, defence = 1, strength = 1, hitpoints = 10, ranged = 1, prayer = 1, magic = 1] =
    levels;
  // In thousandths, to avoid rounding errors of fractions.
  const base = 250 * (defence + hitpoints + Math.floor(prayer / 2) + Math.floor(summoning / 2));
  const melee = 325 * (attack + strength);
  const range = 325 * Math.floor(ranged * 1.5);
  const spells = 325 * Math.floor(magic * 1.5);
  return Math.floor((base + Math.max(melee, range, spells)) / 1000);
}

/** `1,154`: rounded down, with thousands separators. */
export function formatExperience(experience: number): string {
  return formatNumber(Math.floor(experience));
}

function buildExperienceTable(): number[] {
  const table = [0, 0];
  let points = 0;
  for (let level = 1; level < maxLevel; level++) {
    points += Math.floor(level + 300 * 2 ** (level / 7));
    table.push(Math.floor(points / 4));
  }
  return table;
}
