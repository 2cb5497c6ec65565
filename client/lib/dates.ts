import { dateFormat } from '#shared/rules/date-format.ts';
import { readDate } from '#shared/rules/dates.ts';

// The dates of the admin area and of the player's own lists. Public pages use `shared/rules/dates.ts`, whose
// spelling is the specification's.

/** `15 Nov 2026, 19:06` in the reader's time zone. Takes a seconds-based timestamp or an ISO date. */
export function formatDateTime(value: unknown): string {
  return format(value, { dateStyle: 'medium', timeStyle: 'short' });
}

/** `15 Nov 2026`. The days of statistics are in UTC. */
export function formatDay(value: unknown, timeZone?: 'UTC'): string {
  return format(value, { dateStyle: 'medium', timeZone });
}

/** `15 Nov, 19:06`, where the year is clear. */
export function formatShortDateTime(value: unknown): string {
  return format(value, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
}

function format(value: unknown, options: Intl.DateTimeFormatOptions): string {
  const date = readDate(value);
  return date ? dateFormat(options).format(date) : 'Unknown date';
}
