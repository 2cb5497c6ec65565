import { useSite } from '#client/lib/site.ts';

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

export function useContractSkills(): string[] {
  const { skills } = useSite();
  return [
    ...usualSkills.filter((skill) => skills.includes(skill)),
    ...skills.filter((skill) => !usualSkills.includes(skill)),
  ];
}
