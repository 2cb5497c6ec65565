// Apart from hiscores.ts, because the first load of a page needs no list of icons.

export type ListIcon = (typeof listIcons)[number];

/** For game modes, counters and supporter ranks. */
export const listIcons = [
  'helm',
  'skull-helm',
  'winged-helm',
  'horned-helm',
  'twin-helms',
  'feather',
  'flame',
  'hourglass',
  'skull',
  'dragon',
  'serpent',
  'spider',
  'hound',
  'demon',
  'giant',
  'kraken',
  'raven',
  'wraith',
  'chest',
  'scroll',
  'map',
  'cup',
  'swords',
  'key',
  'banner',
  'star',
  'target',
] as const;

/** `king_black_dragon` becomes King Black Dragon. */
export function toListName(key: string): string {
  return key.replaceAll(/[_-]+/g, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
