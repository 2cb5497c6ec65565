// Does not import zod: every page shows dates, but few need a schema for the first render.
import type { Timestamp } from '../timestamps.ts';

/** Reads an ISO date or a seconds-based timestamp; undefined for anything else. */
export function readDate(value: unknown): Date | undefined {
  const date = new Date(toMilliseconds(value));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function toMilliseconds(value: unknown): number {
  if (typeof value === 'string') return Date.parse(value);
  if (typeof value !== 'object' || value === null) return Number.NaN;
  const { seconds, nanoseconds } = value as Partial<Timestamp>;
  if (!Number.isInteger(seconds) || !Number.isInteger(nanoseconds)) return Number.NaN;
  return seconds! * 1000 + nanoseconds! / 1_000_000;
}

type Options = {
  /** Text to show if there is no valid date. */
  missing?: string;
  /** Defaults to the reader's zone. */
  timeZone?: 'UTC' | undefined;
};

// Not Intl.DateTimeFormat: it takes about 100 ms to start on a phone, and browsers spell the same date
// differently. The specification fixes the spelling.
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `4 November 2026`. Takes a seconds-based timestamp or an ISO date. */
export function formatLongDate(value: unknown, options: Options = {}): string {
  return format(value, options, ({ day, month, year }) => `${day} ${month} ${year}`);
}

/** `Nov 4, 2026, 3:05 PM`. */
export function formatMediumDateTime(value: unknown, options: Options = {}): string {
  return format(value, options, (parts) => {
    const { day, month, year } = parts;
    return `${month.slice(0, 3)} ${day}, ${year}, ${formatClock(parts, 'AM', 'PM')}`;
  });
}

/** `19 November 2026 at 7:00 pm` in the reader's zone, or `19 November 2026 at 7:00 pm UTC`. */
export function formatLongDateTime(date: Date, timeZone: 'UTC' | undefined): string {
  const parts = partsOf(date, timeZone);
  const { day, month, year } = parts;
  const time = formatClock(parts, 'am', 'pm');
  return `${day} ${month} ${year} at ${time}${timeZone ? ` ${timeZone}` : ''}`;
}

function formatClock({ hour, minute }: { hour: number; minute: number }, am: string, pm: string) {
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? am : pm}`;
}

function format(
  value: unknown,
  { missing = 'Unknown date', timeZone }: Options,
  write: (parts: ReturnType<typeof partsOf>) => string,
): string {
  const date = readDate(value);
  return date ? write(partsOf(date, timeZone)) : missing;
}

export function partsOf(date: Date, timeZone: 'UTC' | undefined) {
  const isUtc = timeZone === 'UTC';
  return {
    weekday: weekdays[isUtc ? date.getUTCDay() : date.getDay()] ?? '',
    day: isUtc ? date.getUTCDate() : date.getDate(),
    month: months[isUtc ? date.getUTCMonth() : date.getMonth()] ?? '',
    year: isUtc ? date.getUTCFullYear() : date.getFullYear(),
    hour: isUtc ? date.getUTCHours() : date.getHours(),
    minute: isUtc ? date.getUTCMinutes() : date.getMinutes(),
  };
}

/** For the `datetime` attribute of a `<time>`. */
export function toIso(value: unknown): string | undefined {
  return readDate(value)?.toISOString();
}
