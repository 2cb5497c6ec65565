// Apart from hiscores.ts, because the first load of a page needs no list of icons.

export type ListIcon = (typeof listIcons)[number];

/** For game modes and counters. */
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
