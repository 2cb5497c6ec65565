import type { SkillIcon } from './skill-icons.ts';

/** A skill that players train. Its place in the site's list is its place in menus, files and arrays. */
export type Skill = {
  name: string;
  icon: SkillIcon;
  /** The skill's number in the game. Reports of the game are ordered by it. */
  gameId: number;
  startLevel: number;
};

/** The list of total levels comes before the skills. */
export const overall = 'Overall';

export const skillLimits = { fewest: 18, most: 29, nameLength: 20, gameId: 63 };
