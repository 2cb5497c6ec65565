/** A skill that players train. Its place in the site's list is its place in menus, files and arrays. */
export type Skill = {
  name: string;
  icon: SkillIcon;
  /** The skill's number in the game. Reports of the game are ordered by it. */
  gameId: number;
  /** Every player starts with this level. */
  startLevel: number;
};

/** The list of total levels comes before the skills. */
export const overall = 'Overall';

export const skillLimits = { fewest: 18, most: 29, nameLength: 20, gameId: 63 };

export type SkillIcon = (typeof skillIcons)[number];

/** The icons that client/ui/skills-sprite.svg has for skills; `skill` fits any. */
export const skillIcons = [
  'attack',
  'defence',
  'strength',
  'hitpoints',
  'ranged',
  'prayer',
  'magic',
  'cooking',
  'woodcutting',
  'fletching',
  'fishing',
  'firemaking',
  'crafting',
  'smithing',
  'mining',
  'herblore',
  'agility',
  'thieving',
  'slayer',
  'farming',
  'runecrafting',
  'hunter',
  'construction',
  'summoning',
  'dungeoneering',
  'sailing',
  'divination',
  'invention',
  'archaeology',
  'necromancy',
  'skill',
] as const;
