import { readDate } from '#shared/rules/dates.ts';

const dateTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const shortDateTime = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

// The dates of the admin area and of the player's own lists. Public pages use `shared/rules/dates.ts`, whose
// spelling is the specification's.

/** `15 Nov 2026, 19:06` in the reader's time zone. Takes a seconds-based timestamp or an ISO date. */
export function formatDateTime(value: unknown): string {
  return format(value, dateTime);
}

/** `15 Nov 2026`. The days of statistics are in UTC. */
export function formatDay(value: unknown, timeZone?: 'UTC'): string {
  return format(value, timeZone ? utcDay : day);
}

/** `15 Nov, 19:06`, where the year is clear. */
export function formatShortDateTime(value: unknown): string {
  return format(value, shortDateTime);
}

function format(value: unknown, style: Intl.DateTimeFormat): string {
  const date = readDate(value);
  return date ? style.format(date) : 'Unknown date';
}
