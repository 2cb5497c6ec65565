import { useSearch } from '@tanstack/react-router';

import { skills } from '#shared/skills.ts';
import type { Skill } from '#shared/skills.ts';

/**
 * The view is in the URL: /hiscores?skill=Attack&page=2, with `player` or `compare` for the other
 * views. They keep skill and page, so Back to Hiscores returns to the same list.
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

/** Invalid values are ignored, because URLs can be typed by hand. */
export function readAddress(search: Record<string, unknown>): HiscoresAddress {
  const page = Math.trunc(Number(search.page));
  return {
    skill: findSkill(search.skill) ?? 'Overall',
    page: page >= 1 && page <= 99_999_999 ? page : 1,
    player: readName(search.player),
    compare: readPair(search.compare),
  };
}

/** Leaves out defaults. */
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

/** The router parses a name of only digits as a number. */
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
