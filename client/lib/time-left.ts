import { formatCount } from '#shared/rules/format-count.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** How often a countdown needs to update, in milliseconds, with `left` milliseconds to go. */
export function stepFor(left: number): number {
  return left <= 10 * minute ? second : minute;
}

/** At most two units: `3 days 4 hours`, `2 hours 5 minutes`, `9 minutes 41 seconds`. */
export function describeTimeLeft(left: number): string {
  if (left >= day) return join(count(left, day, 'day'), count(left % day, hour, 'hour'));
  if (left >= hour) return join(count(left, hour, 'hour'), count(left % hour, minute, 'minute'));
  if (left > 10 * minute) return count(left, minute, 'minute');
  if (left >= minute) {
    return join(count(left, minute, 'minute'), count(left % minute, second, 'second'));
  }
  return count(left, second, 'second');
}

function count(span: number, unit: number, name: string): string {
  return formatCount(Math.floor(span / unit), name);
}

function join(first: string, second: string): string {
  return second.startsWith('0 ') ? first : `${first} ${second}`;
}
