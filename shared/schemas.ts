import * as z from 'zod/mini';

import { formatNumber } from './rules/format-count.ts';

// The values that many endpoints share. Inputs are limited to what the database columns can store.

/** The largest value of an `integer` column. */
export const maxInt4 = 2_147_483_647;

export function wholeNumber(
  min: number,
  max: number,
  text = `Use a whole number from ${formatNumber(min)} to ${formatNumber(max)}.`,
) {
  return z.int(text).check(z.gte(min, text), z.lte(max, text));
}

/** A number in a path or a query. */
export function wholeNumberText(min: number, max: number) {
  return z.coerce.number<number>().check(z.int(), z.gte(min), z.lte(max));
}

/** An id in a path or a query. 15 digits are exact in JavaScript and fit a `bigint` column. */
export const Id = z.pipe(
  z.string().check(z.regex(/^\d{1,15}$/, 'That is not a valid id.')),
  z.transform(Number),
);

/** For addresses of pages, which no schema checks. No row has the id 0. */
export function readId(text = ''): number {
  return Id.safeParse(text).data ?? 0;
}

export const IdParams = z.object({ id: Id });

/** An id in a body. */
export const IdNumber = wholeNumber(1, Number.MAX_SAFE_INTEGER);

export const UsernameParams = z.object({
  username: z.string().check(z.minLength(1), z.maxLength(40)),
});

/** Proves the right to a reserved name: 32 random bytes in base64url. */
export const NameClaimToken = z.string().check(z.regex(/^[\w-]{43}$/, 'That link is incomplete.'));

/** Edit counter: a write based on an older version is refused. */
export const Version = wholeNumber(0, maxInt4, 'Read the current version first.');

export const PageQuery = z.object({ page: z._default(wholeNumberText(1, 100_000), 1) });

/** For lists that are only counted and summed up to 20,000 rows, unless `totals` is `all`. */
export type CountedPageQuery = z.infer<typeof CountedPageQuery>;
export const CountedPageQuery = z.extend(PageQuery, { totals: z.optional(z.literal('all')) });

/** Most items of a request about several: a list has 25 to 50 on a page. */
const maxBulk = 100;

export function bulkOf<Item extends z.core.$ZodType>(item: Item) {
  return z.array(item).check(z.minLength(1), z.maxLength(maxBulk));
}

/** The result of each item, in the order of the request. */
export type BulkAnswer = z.infer<typeof BulkAnswer>;
export const BulkAnswer = z.object({
  results: z.array(
    z.object({
      id: z.string(),
      /** Why this one was refused; null: done. */
      error: z.nullable(z.string()),
    }),
  ),
});

/** Values in a query, separated by commas. */
export function listOf(one: RegExp) {
  const all = new RegExp(`^(?:${one.source})(?:,(?:${one.source})){0,${maxBulk - 1}}$`);
  return z.pipe(
    z.string().check(z.regex(all)),
    z.transform((text) => text.split(',')),
  );
}

/** Part of the answer to a `PageQuery`. `total` counts the rows of all pages. */
export const Paging = { page: z.int(), pages: z.int(), total: z.int() };

/** Text that must not be empty. */
export function text(max: number, missing: string) {
  return z
    .string(missing)
    .check(z.trim(), z.minLength(1, missing), z.maxLength(max, `Use at most ${max} characters.`));
}

export function line(max: number, missing: string) {
  return text(max, missing).check(z.regex(/^\P{Cc}*$/u, 'Use one line of text.'));
}

/** Text that may be empty. */
export function anyText(max: number) {
  return z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
}

export function anyLine(max: number) {
  return anyText(max).check(z.regex(/^\P{Cc}*$/u, 'Use one line of text.'));
}

/** A filter or a field that may be missing. */
export function optionalText(max: number) {
  return z.optional(z.string().check(z.maxLength(max)));
}

/** In answers: ISO 8601 in UTC. */
export const Moment = z.string();

const firstYear = 1900;
const lastYear = 9999;

/** ISO 8601 with a time zone. PostgreSQL has no year 0, and JavaScript formats years after 9999 differently. */
export function isoTimestamp(message = 'Use a date and time.') {
  return z.iso
    .datetime({ offset: true, error: message })
    .check(z.refine((value) => isYearInRange(new Date(value).getUTCFullYear()), message));
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
export function givenTimestamp(message: string) {
  return z.object({ seconds: z.int(), nanoseconds: z.int() }).check(
    z.refine(({ seconds, nanoseconds }) => {
      const isPart = nanoseconds >= 0 && nanoseconds < 1_000_000_000;
      return isPart && isYearInRange(new Date(seconds * 1000).getUTCFullYear());
    }, message),
  );
}

function isYearInRange(year: number): boolean {
  return year >= firstYear && year <= lastYear;
}
