import { describe, expect, it } from 'vitest';

import { hiscoresSearch, readPair } from './hiscores-search.ts';

const { read } = hiscoresSearch;
const readCompared = (compare: unknown) => readPair(read({ compare }));

describe('the address of a view', () => {
  it('is the first page of Overall by default', () => {
    expect(read({})).toEqual({
      skill: 'Overall',
      page: 1,
      mode: undefined,
      period: undefined,
      followed: false,
      rank: undefined,
      player: undefined,
      compare: undefined,
      with: undefined,
    });
  });

  it('has skill, page, game mode and rank', () => {
    const given = { skill: 'Attack', page: 2, mode: 'ironman', rank: '31' };
    expect(read(given)).toMatchObject(given);
    expect(read({ rank: 0 }).rank).toBeUndefined();
  });

  it.each([0, -1, 'x', Number.NaN, Infinity, {}])(
    'with the page %s means the first page',
    (page) => {
      expect(read({ page }).page).toBe(1);
    },
  );

  it('has a player, also one whose name is only digits', () => {
    expect(read({ player: ' Iron Man ' }).player).toBe('Iron Man');
    expect(read({ player: 1337 }).player).toBe('1337');
    expect(read({ player: '  ' }).player).toBeUndefined();
  });

  it('cuts a name after 40 characters', () => {
    const name = 'x'.repeat(40);
    expect(read({ player: name }).player).toBe(name);
    expect(read({ player: `${name}y` }).player).toBe(name);
    expect(readCompared(`${name}y,Amy`)).toEqual([name, 'Amy']);
  });

  it('has two players to compare, or none', () => {
    expect(readCompared('Marrow, Old Nite')).toEqual(['Marrow', 'Old Nite']);
    expect(readPair(read({ compare: 'Marrow', with: ' Old Nite' }))).toEqual([
      'Marrow',
      'Old Nite',
    ]);
    expect(readPair(read({ compare: '', with: 'Marrow' }))).toBeUndefined();
    expect(readCompared('Marrow,')).toBeUndefined();
    expect(readCompared(7)).toBeUndefined();
  });
});
