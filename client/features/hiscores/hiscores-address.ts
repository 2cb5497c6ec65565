import { useSearch } from '@tanstack/react-router';

import { skills } from '#shared/skills.ts';
import type { Skill } from '#shared/skills.ts';

/**
 * What is shown is in the address: /hiscores?skill=Attack&page=2, with `player` or `compare` for the
 * other views. Those keep the list they were opened from, so that Back to Hiscores returns to it.
 */
export type HiscoresAddress = {
  skill: Skill;
  page: number;
  player: string | undefined;
  compare: [string, string] | undefined;
};

export type HiscoresSearch = {
  skill?: Skill | undefined;
  page?: number | undefined;
  player?: string | undefined;
  compare?: string | undefined;
};

export function useHiscoresAddress(): HiscoresAddress {
  return readAddress(useSearch({ strict: false }));
}

/** Anybody may write an address by hand: what makes no sense counts as not said. */
export function readAddress(search: Record<string, unknown>): HiscoresAddress {
  const page = Math.trunc(Number(search.page));
  return {
    skill: findSkill(search.skill) ?? 'Overall',
    page: page >= 1 && page <= 99_999_999 ? page : 1,
    player: readName(search.player),
    compare: readPair(search.compare),
  };
}

/** The shortest address of a list: defaults are left out. */
export function listSearch(skill: Skill, page = 1): HiscoresSearch {
  return {
    ...(skill !== 'Overall' && { skill }),
    ...(page > 1 && { page }),
  };
}

function findSkill(value: unknown): Skill | undefined {
  if (typeof value !== 'string') return undefined;
  return skills.find((skill) => skill.toLowerCase() === value.toLowerCase());
}

/** A name of digits alone arrives as a number. */
function readName(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const name = String(value).trim();
  return name === '' ? undefined : name.slice(0, 40);
}

function readPair(value: unknown): [string, string] | undefined {
  if (typeof value !== 'string') return undefined;
  const [a, b] = value.split(',').map(readName);
  return a && b ? [a, b] : undefined;
}
