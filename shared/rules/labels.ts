// Without schemas, for pages that only show labels.

/** The labels of a list: news categories, or event types. */
export type LabelListName = 'news' | 'events';

export const labelLimits = { name: 30, key: 40, most: 20 };

export const labelIcons = [
  'tankard',
  'sword',
  'swords',
  'quill',
  'aid',
  'key',
  'hourglass',
  'anvil',
  'gonfalon',
  'tower',
  'skull',
  'grail',
  'pickaxe',
  'die',
  'shield',
  'coronet',
  'pennant',
  'cart',
  'scroll',
  'charter',
  'news',
  'bell',
  'calendar',
  'clock',
  'users',
  'poll',
  'chart',
  'server',
] as const;
export type LabelIcon = (typeof labelIcons)[number];

/** Names of colours in the design. */
export const labelTones = ['neutral', 'gold', 'moss', 'ember', 'blood', 'sky'] as const;
export type LabelTone = (typeof labelTones)[number];

/** Names with the same key are the same to a reader. */
export function toNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
