import { expect, test } from 'vitest';

import { breakName } from '#client/ui/text/break-name.ts';
import { skillIcons } from '#shared/rules/skill-icons.ts';

import icons from './icons.json';
import sprite from './skills-sprite.svg?raw';

test('the sprite has every icon that a skill may have', () => {
  expect(Object.keys(icons.skillIcons)).toEqual(['overall', ...skillIcons]);
  const ids = [...sprite.matchAll(/<symbol id="([a-z]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['overall', ...skillIcons]);
});

test('only a name with a long word may break, in the middle of it', () => {
  expect(breakName('Runecrafting')).toBe('Runecrafting');
  expect(breakName('Deep Sea Fishing')).toBe('Deep Sea Fishing');
  expect(breakName('Dungeoneering').indexOf('\u00AD')).toBe('Dungeon'.length);
});
