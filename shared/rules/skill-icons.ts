// Apart from skills.ts, because the first load of a page needs no list of icons.

export type SkillIcon = (typeof skillIcons)[number];

/** The icons that client/ui/icon/skills-sprite.svg has for skills; `skill` fits any. */
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
