import type { GameEvent } from '#shared/endpoints/events.ts';
import { dateFormat } from '#shared/rules/date-format.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { startOf } from './events.queries.ts';
import { dateOf, toDay, toMonth } from './month-days.ts';

export function groupByDay(events: GameEvent[]): Map<string, GameEvent[]> {
  const days = new Map<string, GameEvent[]>();
  for (const event of events) {
    const day = toDay(new Date(startOf(event)));
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return days;
}

export function describeDay(day: string, events: GameEvent[]): string {
  const date = format(dateOf(day), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  if (events.length === 0) return date;
  return `${date}, ${formatCount(events.length, 'event')}`;
}

export function describeMonth(month: string, events: GameEvent[]): string {
  const count = events.filter((event) => toMonth(new Date(startOf(event))) === month).length;
  if (count === 0) return 'No events this month.';
  return `${formatCount(count, 'event')} this month. Choose a day to see them.`;
}

/** `16 – 22 Nov`, `30 Nov – 6 Dec`. */
export function describeDays(first: string, last: string): string {
  const range = dateFormat({ day: 'numeric', month: 'short' });
  // Plain spaces: the first load's fonts do not have the thin ones.
  return range.formatRange(dateOf(first), dateOf(last)).replaceAll(/\s/g, ' ');
}

export function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(options).format(date);
}
