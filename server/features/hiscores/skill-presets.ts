import { skillIcons } from '#shared/rules/skill-icons.ts';
import type { SkillIcon } from '#shared/rules/skill-icons.ts';
import type { Skill } from '#shared/rules/skills.ts';

/** The specification's list. A skill's place is also its number in the game. */
const names2006 = [
  'Attack',
  'Defence',
  'Strength',
  'Hitpoints',
  'Ranged',
  'Prayer',
  'Magic',
  'Cooking',
  'Woodcutting',
  'Fletching',
  'Fishing',
  'Firemaking',
  'Crafting',
  'Smithing',
  'Mining',
  'Herblore',
  'Agility',
  'Thieving',
  'Slayer',
  'Farming',
  'Runecrafting',
];
const names2009 = [...names2006, 'Hunter', 'Construction', 'Summoning'];
const names634 = [...names2009, 'Dungeoneering'].with(3, 'Constitution');

// This is that game's spelling. cspell:ignore Defense
const namesClassic = names2006.slice(0, 18).with(1, 'Defense').with(3, 'Hits').with(15, 'Herblaw');

/** Values of the setting SKILLS. Released lists never change: sites have chosen them. */
export const skillPresets = new Map<string, readonly Skill[]>([
  ['2006', toSkills(names2006)],
  ['classic', toSkills(namesClassic)],
  ['osrs', toSkills([...names2006, 'Hunter', 'Construction'])],
  ['osrs-sailing', toSkills([...names2006, 'Hunter', 'Construction', 'Sailing'])],
  ['2009', toSkills(names2009)],
  ['634', toSkills(names634)],
  ['rs3', toSkills([...names634, 'Divination', 'Invention', 'Archaeology', 'Necromancy'])],
]);

function toSkills(names: string[]): Skill[] {
  return names.map((name, gameId) => ({
    name,
    icon: findSkillIcon(names2006[gameId] ?? name),
    gameId,
    startLevel: gameId === 3 ? 10 : 1,
  }));
}

/** The icon named like the skill, or the one that fits any skill. */
export function findSkillIcon(name: string): SkillIcon {
  return skillIcons.find((icon) => icon === name.toLowerCase()) ?? 'skill';
}
