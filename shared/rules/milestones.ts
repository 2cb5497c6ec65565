import { formatNumber } from './format-count.ts';
import { overall } from './skills.ts';
import { experienceOfLevel, maxExperienceTenths, maxLevel } from './xp.ts';

export const milestoneKinds = ['level', 'experience', 'count'] as const;
export type MilestoneKind = (typeof milestoneKinds)[number];

/** Something that every player can reach once. */
export type Goal = {
  kind: MilestoneKind;
  /** The number of the list: 0 is Overall. */
  list: number;
  value: number;
  /** The same in the unit of the list: levels, tenths of experience or a count. */
  atLeast: number;
};

type Step = { from: number; to: number };

const levelStep = 500;
const skillGoals = [
  { kind: 'level', value: maxLevel, atLeast: experienceOfLevel(maxLevel) * 10 },
  { kind: 'experience', value: maxExperienceTenths / 10, atLeast: maxExperienceTenths },
] as const;

/** Level 99 and the most experience there is. */
export function goalsOfSkill(list: number, step: Step): Goal[] {
  return skillGoals.filter(isWithin(step)).map((goal) => ({ ...goal, list }));
}

/** Every 500 total levels, and all of them. */
export function goalsOfTotal(step: Step, skillCount: number): Goal[] {
  const values = new Set([maxLevel * skillCount]);
  for (let level = levelStep; level <= step.to; level += levelStep) values.add(level);
  return toGoals('level', 0, values).filter(isWithin(step));
}

/** 100, 500, 1,000, 5,000 and so on. */
export function goalsOfCount(list: number, step: Step): Goal[] {
  const values: number[] = [];
  for (let power = 100; power <= step.to; power *= 10) values.push(power, power * 5);
  return toGoals('count', list, values).filter(isWithin(step));
}

function toGoals(kind: MilestoneKind, list: number, values: Iterable<number>): Goal[] {
  return [...values].map((value) => ({ kind, list, value, atLeast: value }));
}

function isWithin({ from, to }: Step) {
  return ({ atLeast }: Pick<Goal, 'atLeast'>) => from < atLeast && atLeast <= to;
}

/** `level 99 in Fishing`, `total level 1,500`, `1,000 Zulrah`: what a player reached. */
export function describeMilestone(milestone: {
  kind: MilestoneKind;
  skill: string;
  value: number;
}): string {
  const { kind, skill, value } = milestone;
  if (kind === 'count') return `${formatNumber(value)} ${skill}`;
  if (kind === 'experience') return `${formatNumber(value)} experience in ${skill}`;
  return skill === overall ? `total level ${formatNumber(value)}` : `level ${value} in ${skill}`;
}
