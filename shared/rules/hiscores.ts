export const hiscoresPageSize = 25;

/** How many players an account can follow. */
export const maxFollowed = 200;

/** Days per period; gains count from the last snapshot at least that old. */
export const gainPeriods = { day: 1, week: 7, month: 30, year: 365 } as const;
export type GainPeriod = keyof typeof gainPeriods;

/** Keys are the names that the game uses in its reports. */
export const modeLimits = { most: 20, key: 40, name: 30 };

/** Modes and counters as games may write them: "Hardcore Ironman" is `hardcore_ironman`. */
export function toListKey(name: string | null): string {
  return (name ?? '').trim().toLowerCase().replaceAll(/\s+/g, '_');
}

export const listKeyPattern = /^[a-z0-9_-]{1,40}$/;

/** A counter's number is also that of its list: 0 is Overall, 1 to 29 are the skills. */
export const counterLimits = {
  most: 224,
  firstId: 32,
  lastId: 255,
  key: 40,
  name: 30,
  group: 30,
  count: 2_000_000_000,
};
