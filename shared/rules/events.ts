import { dateFormat } from './date-format.ts';
import { formatLongDateTime, readDate } from './dates.ts';
import { isEventStaff } from './permissions.ts';
import type { Standing } from './staff-permissions.ts';

// Without schemas: the first HTML of public pages needs none.

export const eventLengths = { title: 100, description: 2000 };

const maxDaysAhead = 730;

/** Events only have a start. Calendars, and the gate of the castle, take them to last this long. */
export const eventHours = 1;

export const chooseTime = 'Choose the date and time.';

/** Reads either date form and truncates it to the minute. */
export function readEventTime(value: unknown): Date | undefined {
  const hasZone = typeof value !== 'string' || /(?:Z|[+-]\d\d:?\d\d)$/.test(value);
  const date = readDate(hasZone ? value : `${value}Z`);
  if (!date || Number.isNaN(date.getTime())) return undefined;
  return new Date(Math.floor(date.getTime() / 60_000) * 60_000);
}

/** Returns an error message if an event cannot start at this time. */
export function findTimeProblem(date: Date | undefined, now: Date): string | undefined {
  if (!date) return chooseTime;
  if (date < now) return 'Choose a time in the future.';
  const isTooFar = date.getTime() - now.getTime() > maxDaysAhead * 86_400_000;
  return isTooFar ? 'Choose a time within the next two years.' : undefined;
}

export function canHostEvents(
  account: Standing & { communityManager: boolean },
  { playersMayHost }: { playersMayHost: boolean },
): boolean {
  return managesEvents(account) || account.communityManager || playersMayHost;
}

export function canManageEvent(account: Standing, isCreator: boolean): boolean {
  return managesEvents(account) || isCreator;
}

/** Event staff by rights, or a player moderator with the permission. */
function managesEvents({ userRights, permissions }: Standing): boolean {
  return isEventStaff(userRights) || permissions.includes('events');
}

export type EventOrigin = 'Staff Event' | 'Official Community Event' | 'Unofficial Community Event';

export function originOf(event: { creatorRights: number; communityManager: boolean }): EventOrigin {
  if (isEventStaff(event.creatorRights)) return 'Staff Event';
  return event.communityManager ? 'Official Community Event' : 'Unofficial Community Event';
}

/** `20 November 2026 at 8:00 pm GMT`, in the given zone or else the reader's. */
export function formatEventTime(value: unknown, timeZone?: string): string {
  const date = value instanceof Date ? value : readEventTime(value);
  if (!date) return 'Invalid Date';
  if (timeZone === 'UTC') return formatLongDateTime(date, timeZone);
  return dateFormat({
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZoneName: 'short',
    ...(timeZone && { timeZone }),
  }).format(date);
}
