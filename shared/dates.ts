// Without the schema library: every page shows dates, few need a schema before they are seen.
import type { Timestamp } from './timestamps.ts';

/** Reads either form in which a date may arrive; undefined for anything else. */
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
  /** What stands where a date is missing. */
  missing?: string;
  /** Left out: the zone of whoever reads. */
  timeZone?: string | undefined;
};

const longDate = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const mediumDateTime = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** `4 November 2026`. Takes a seconds-based timestamp or an ISO date. */
export function formatLongDate(value: unknown, options: Options = {}): string {
  return format('en-GB', longDate, value, options);
}

/** `Nov 4, 2026, 3:05 PM`. */
export function formatMediumDateTime(value: unknown, options: Options = {}): string {
  return format('en-US', mediumDateTime, value, options);
}

function format(
  locale: string,
  style: Intl.DateTimeFormatOptions,
  value: unknown,
  { missing = 'Unknown date', timeZone }: Options,
): string {
  const date = readDate(value);
  if (!date) return missing;
  return new Intl.DateTimeFormat(locale, { ...style, ...(timeZone && { timeZone }) }).format(date);
}

/** For the `datetime` attribute of a `<time>`. */
export function toIso(value: unknown): string | undefined {
  return readDate(value)?.toISOString();
}

/** What a `datetime-local` input holds: the viewer's wall clock, to the minute. */
export function toLocalInput(value: unknown): string {
  const date = readDate(value);
  if (!date) return '';
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** The moment a `datetime-local` input means in the viewer's zone; undefined while it is incomplete. */
export function fromLocalInput(value: string): string | undefined {
  const date = new Date(value);
  return value === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
