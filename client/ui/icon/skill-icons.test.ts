import { expect, test } from 'vitest';

import { breakName } from '#client/ui/text/break-name.ts';
import { listIcons } from '#shared/rules/list-icons.ts';
import { skillIcons } from '#shared/rules/skill-icons.ts';

import icons from './icons.json';
import listsSprite from './lists-sprite.svg?raw';
import skillsSprite from './skills-sprite.svg?raw';

test.each([
  ['skill', icons.skillIcons, skillsSprite, ['overall', ...skillIcons]],
  ['mode or counter', icons.listIcons, listsSprite, listIcons],
])('a sprite has every icon that a %s may have', (_, sources, sprite, names) => {
  expect(Object.keys(sources)).toEqual(names);
  const ids = [...sprite.matchAll(/<symbol id="([a-z-]+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(names);
});

test('only a name with a long word may break, in the middle of it', () => {
  expect(breakName('Runecrafting')).toBe('Runecrafting');
  expect(breakName('Deep Sea Fishing')).toBe('Deep Sea Fishing');
  expect(breakName('Dungeoneering').indexOf('\u00AD')).toBe('Dungeon'.length);
});
