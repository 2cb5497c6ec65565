import { describe, expect, it } from 'vitest';

import { listSearch, readAddress } from './hiscores-address.ts';

describe('the address of a view', () => {
  it('is the first page of Overall by default', () => {
    expect(readAddress({})).toEqual({
      skill: 'Overall',
      page: 1,
      player: undefined,
      compare: undefined,
    });
    expect(listSearch('Overall', 1)).toEqual({});
  });

  it('has skill and page, in any case', () => {
    expect(readAddress({ skill: 'attack', page: 2 })).toMatchObject({ skill: 'Attack', page: 2 });
    expect(listSearch('Attack', 2)).toEqual({ skill: 'Attack', page: 2 });
  });

  it.each([0, -1, 'x', Number.NaN, Infinity, {}])(
    'with the page %s means the first page',
    (page) => {
      expect(readAddress({ page }).page).toBe(1);
    },
  );

  it('has a player, also one whose name is only digits', () => {
    expect(readAddress({ player: ' Iron Man ' }).player).toBe('Iron Man');
    expect(readAddress({ player: 1337 }).player).toBe('1337');
    expect(readAddress({ player: '  ' }).player).toBeUndefined();
  });

  it('cuts a name after 40 characters', () => {
    const name = 'x'.repeat(40);
    expect(readAddress({ player: name }).player).toBe(name);
    expect(readAddress({ player: `${name}y` }).player).toBe(name);
    expect(readAddress({ compare: `${name}y,Amy` }).compare).toEqual([name, 'Amy']);
  });

  it('has two players to compare, or none', () => {
    expect(readAddress({ compare: 'Marrow, Old Nite' }).compare).toEqual(['Marrow', 'Old Nite']);
    expect(readAddress({ compare: 'Marrow,' }).compare).toBeUndefined();
    expect(readAddress({ compare: 7 }).compare).toBeUndefined();
  });
});
