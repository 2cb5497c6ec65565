export const hiscoresPageSize = 25;

/** Days per period; gains count from the last snapshot at least that old. */
export const gainPeriods = { day: 1, week: 7, month: 30 } as const;
export type GainPeriod = keyof typeof gainPeriods;
