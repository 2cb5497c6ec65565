import { site } from '#client/lib/site.ts';

/** The most common skills of contracts come first in the select field. */
const usualSkills = [
  'Woodcutting',
  'Mining',
  'Smithing',
  'Fishing',
  'Fletching',
  'Crafting',
  'Runecrafting',
  'Herblore',
];

export function contractSkills(): string[] {
  return [
    ...usualSkills.filter((skill) => site.skills.includes(skill)),
    ...site.skills.filter((skill) => !usualSkills.includes(skill)),
  ];
}
