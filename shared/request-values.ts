import * as z from 'zod/mini';

// Schemas for input values, limited to what the database columns can store.

/** The largest value of an `integer` column. */
export const maxInt4 = 2_147_483_647;

export function wholeNumber(
  min: number,
  max: number,
  text = `Use a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`,
) {
  return z.int(text).check(z.gte(min, text), z.lte(max, text));
}

/** Edit counter: a write based on an older version is refused. */
export const Version = wholeNumber(0, maxInt4, 'Read the current version first.');

/** An id in a path or a query. 15 digits are exact in JavaScript and fit a `bigint` column. */
export function idText(text: string) {
  return z.string().check(z.regex(/^\d{1,15}$/, text));
}

/** An id in a body. */
export const IdNumber = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** A number in a path or a query. */
export function wholeNumberText(min: number, max: number) {
  return z.coerce.number().check(z.int(), z.gte(min), z.lte(max));
}

export function pageNumber(max: number) {
  return z._default(wholeNumberText(1, max), 1);
}

const firstYear = 1900;
const lastYear = 9999;

/** ISO 8601 with a time zone. PostgreSQL has no year 0, and JavaScript formats years after 9999 differently. */
export function isoTimestamp(text = 'Use a date and time.') {
  return z.iso
    .datetime({ offset: true, error: text })
    .check(z.refine((value) => isYearInRange(new Date(value).getUTCFullYear()), text));
}

/** A day such as 2026-11-20. The day after it must be in range too. */
export const Day = z.iso
  .date('Use a day such as 2026-11-20.')
  .check(
    z.refine(
      (value) => isYearInRange(Number(value.slice(0, 4)) + 1),
      'Use a day such as 2026-11-20.',
    ),
  );

/** A timestamp in seconds and nanoseconds. */
export function givenTimestamp(text: string) {
  return z.object({ seconds: z.int(), nanoseconds: z.int() }).check(
    z.refine(({ seconds, nanoseconds }) => {
      const isPart = nanoseconds >= 0 && nanoseconds < 1_000_000_000;
      return isPart && isYearInRange(new Date(seconds * 1000).getUTCFullYear());
    }, text),
  );
}

function isYearInRange(year: number): boolean {
  return year >= firstYear && year <= lastYear;
}
