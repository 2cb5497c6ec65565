import type { Db } from '#server/db/schema.ts';
import { counterLimits, toListKey } from '#shared/rules/hiscores.ts';
import type { ListIcon } from '#shared/rules/list-icons.ts';

import { insertCounter, insertMode } from './edit-lists.db.ts';

const modes = [
  { key: 'ironman', name: 'Ironman', icon: 'helm', colour: 'neutral' },
  { key: 'hardcore_ironman', name: 'Hardcore Ironman', icon: 'skull-helm', colour: 'blood' },
] as const;

type Counter = {
  name: string;
  icon: ListIcon;
  /** How many the best have. */
  most: number;
  minimum?: number;
};

const groups: Record<string, Counter[]> = {
  Bosses: [
    { name: 'Wyrm of the Hollow', icon: 'dragon', most: 1800, minimum: 5 },
    { name: 'Barrow King', icon: 'wraith', most: 2600, minimum: 5 },
    { name: 'Ash Giant', icon: 'giant', most: 3400, minimum: 5 },
    { name: 'Bog Mother', icon: 'spider', most: 900, minimum: 5 },
    { name: 'Drowned Queen', icon: 'kraken', most: 420, minimum: 5 },
    { name: 'Hound of the Gate', icon: 'hound', most: 5200, minimum: 5 },
  ],
  Minigames: [
    { name: 'Castle Siege Wins', icon: 'banner', most: 640 },
    { name: 'Tourney Wins', icon: 'swords', most: 310 },
    { name: 'Fishing Derby Points', icon: 'cup', most: 21_000 },
  ],
  Clues: [
    { name: 'Clues (Easy)', icon: 'map', most: 520 },
    { name: 'Clues (Medium)', icon: 'scroll', most: 260 },
    { name: 'Clues (Hard)', icon: 'chest', most: 140 },
  ],
};

const counters = Object.entries(groups).flatMap(([group, list]) =>
  list.map(({ minimum = 1, ...counter }) => ({ ...counter, group, minimum })),
);

export async function loadDemoLists(db: Db): Promise<void> {
  for (const [at, mode] of modes.entries()) {
    await insertMode(db, { ...mode, id: at + 1, position: at + 1 });
  }
  for (const [at, { name, group, icon, minimum }] of counters.entries()) {
    const place = { id: counterLimits.firstId + at, position: at + 1 };
    await insertCounter(db, {
      ...place,
      key: keyOf(name),
      name,
      group_name: group,
      icon,
      minimum,
    });
  }
}

function keyOf(name: string): string {
  return toListKey(name.replaceAll(/[()]/g, ''));
}

/** Most have none. */
export function demoModeOf(at: number): string | null {
  if (at % 7 === 2) return modes[1].key;
  return at % 3 === 1 ? modes[0].key : null;
}

/** In the order of the counters. Few have done everything, and few are far ahead. */
export function demoCounts(random: () => number, talent: number): number[] {
  return counters.map(({ most }) => {
    const skill = random() < 0.25 ? 0 : talent * random();
    return Math.floor(most * skill ** 3);
  });
}

export function byKey(counts: readonly number[]): Record<string, number> {
  return Object.fromEntries(counters.map(({ name }, at) => [keyOf(name), counts[at] ?? 0]));
}
