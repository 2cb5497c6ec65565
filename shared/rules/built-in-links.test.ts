import { expect, test } from 'vitest';

import { fitHeader } from './built-in-links.ts';

/** Labels without a word of room. */
const nothing = { '/': '', '/play': '', '/events': '', '/hiscores': '', '/polls': '' };

test('the header has room for its own links and some of the owner’s, in their order', () => {
  expect(fitHeader({}, [])).toEqual({ count: 0, size: 'normal' });
  const fit = fitHeader({}, ['Wiki', 'Votes', 'Map']);
  expect(fit.size).toBe('wide');
  expect(fit.count).toBeGreaterThan(0);
  expect(fit.count).toBeLessThan(3);
  // One that would fit does not overtake one that does not.
  expect(fitHeader({}, ['A name that is much too long for it', 'Map'])).toEqual({
    count: 0,
    size: 'normal',
  });
});

test('hidden and shorter links make room for others, longer ones take it', () => {
  const own = ['Wiki', 'Votes', 'Map', 'Lore'];
  const { count } = fitHeader({}, own);
  expect(fitHeader({ '/': null, chat: null, '/polls': null }, own).count).toBe(4);
  expect(fitHeader(nothing, own).count).toBe(4);
  expect(fitHeader({ '/': 'Home of all brave' }, own).count).toBeLessThan(count);
});

test('the chat takes room for its name and for the arrow of its menu', () => {
  const room = (chat: null | string) => {
    const own = Array.from({ length: 40 }, () => '');
    return fitHeader({ ...nothing, chat }, own).count;
  };
  // A link without a label takes 20, as the arrow does.
  expect(room(null) - room('')).toBe(2);
});

test('labels that fit nowhere leave the menu of phones', () => {
  const long = 'Twenty characters...';
  const header = { '/': long, '/play': long, chat: long, '/events': long, '/hiscores': long };
  expect(fitHeader(header, [])).toEqual({ count: 0, size: 'menu' });
});
