import { expect, test } from 'vitest';

import {
  fillSite,
  hasLivingCastle,
  initialAppearance,
  nameStoreLink,
} from './appearance-defaults.ts';

const initial = initialAppearance('Wynhold');

test('a store is called Store until it has a name of its own', () => {
  const nameOf = (store: string, name = 'Wynhold') =>
    nameStoreLink({ name, words: { ...initial.words, store } });
  expect(nameOf('{site} Store')).toBe('Store');
  expect(nameOf('{site} Store', 'Stonefall')).toBe('Store');
  expect(nameOf('The {site} Forge of {site}', 'Stonefall')).toBe(
    'The Stonefall Forge of Stonefall',
  );
  expect(fillSite('{site}, {Site}', 'Stonefall')).toBe('Stonefall, {Site}');
});

test('only our castle lives, and only if the owner has not switched that off', () => {
  const { hero } = initial;
  const scene = (name: 'castle' | 'gate') => ({
    hero: { ...hero, picture: { kind: 'scene' as const, scene: name } },
  });
  const own = { kind: 'own' as const, picture: '/media/x', focus: { x: 0, y: 0 } };
  const lives = [
    { ...initial },
    { ...initial, livingCastle: false },
    { ...initial, ...scene('castle') },
    { ...initial, ...scene('gate') },
    { ...initial, hero: { ...hero, picture: own } },
  ].map(hasLivingCastle);
  expect(lives).toEqual([true, false, true, false, false]);
});
