import type * as z from 'zod/mini';

import { isObject } from '../read-text-file.ts';

/** The first text that is not empty. */
export function readText(...values: unknown[]): string {
  for (const value of values) {
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
}

/** A number, also as text; NaN for anything else. */
export function readNumber(value: unknown): number {
  const isText = typeof value === 'string' && value.trim() !== '';
  return typeof value === 'number' || isText ? Number(value) : Number.NaN;
}

export function readTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one) => readText(one)).filter(Boolean) : [];
}

/**
 * The forms in which export tools write a Firestore timestamp: `{_seconds, _nanoseconds}`,
 * `{seconds, nanoseconds}`, `{__time__}`, `{__datatype__: 'timestamp', value}`, ISO 8601 and milliseconds.
 */
export function readTime(value: unknown): Date | undefined {
  if (isObject(value)) {
    if (value.__datatype__ === 'timestamp') return readTime(value.value);
    if (value.__time__ !== undefined) return readTime(value.__time__);
    const seconds = value._seconds ?? value.seconds;
    const nanoseconds = value._nanoseconds ?? value.nanoseconds ?? 0;
    return toDate(readNumber(seconds) * 1000 + Math.floor(readNumber(nanoseconds) / 1_000_000));
  }
  // The site reads the times of events in the same way: without an offset it is UTC.
  const isBare = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(value);
  if (typeof value === 'string') return toDate(Date.parse(isBare ? `${value}Z` : value));
  return typeof value === 'number' ? toDate(value) : undefined;
}

/** PostgreSQL reads dates of these years only in the form that we write. */
function toDate(milliseconds: number): Date | undefined {
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  return year >= 1970 && year <= 9999 ? date : undefined;
}

/** The value, or what is wrong with it. */
export function check<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
): { value: T } | { problem: string } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.');
  return { problem: `${field ? `${field}: ` : ''}${issue?.message ?? 'is not valid'}` };
}
