// Days such as 2026-11-20 and weekdays are those of the series' time zone. Weeks begin on Monday.

export type Repeat = {
  everyWeeks: 1 | 2;
  /** 1 is Monday. */
  weekdays: number[];
  /** The last day. */
  until: string;
};

export const maxSeriesDays = 366;

/** Dates so many days ahead have events of their own: those of this month and the next. */
export const plannedDays = 62;

const dayLength = 86_400_000;

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}

export function countDays(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength;
}

export function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

/** The same for all days of a week. */
export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

/** The days of a series that begins on `firstDay`, up to `to`. */
export function listDays(firstDay: string, repeat: Repeat, to: string): string[] {
  const last = to < repeat.until ? to : repeat.until;
  const firstMonday = mondayOf(firstDay);
  const days: string[] = [];
  for (let day = firstDay; day <= last; day = addDays(day, 1)) {
    const week = countDays(firstMonday, mondayOf(day)) / 7;
    if (week % repeat.everyWeeks === 0 && repeat.weekdays.includes(weekdayOf(day))) days.push(day);
  }
  return days;
}

/** Returns an error message if a series that begins on `firstDay` cannot have this rule. */
export function findRepeatProblem(
  firstDay: string,
  { weekdays, until }: Repeat,
): { field: 'weekdays' | 'until'; text: string } | undefined {
  const weekday = weekdayOf(firstDay);
  if (!weekdays.includes(weekday)) {
    const text = `Include ${weekdayNames[weekday - 1]}, the day of the first event.`;
    return { field: 'weekdays', text };
  }
  if (until < firstDay) return { field: 'until', text: 'Choose a day after the first event.' };
  if (until <= addDays(firstDay, maxSeriesDays)) return undefined;
  return { field: 'until', text: 'Choose a day within a year of the first event.' };
}

/** `Every second week on Monday and Friday`. */
export function describeRepeat({ everyWeeks, weekdays }: Omit<Repeat, 'until'>): string {
  const names = weekdays
    .toSorted((a, b) => a - b)
    .map((weekday) => weekdayNames[weekday - 1] ?? '');
  if (names.length === 7 && everyWeeks === 1) return 'Every day';
  const days = new Intl.ListFormat('en-GB').format(names);
  return `${everyWeeks === 1 ? 'Every week' : 'Every second week'} on ${days}`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than using it a hundred times. The Swedish format is ISO 8601. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, ...date, ...time });
  clocks.set(timeZone, clock);
  return clock;
}

/** The day and the time of day, such as 19:00, in a time zone. */
export function toLocal(date: Date, timeZone: string): { day: string; time: string } {
  const [day = '', time = ''] = clockOf(timeZone).format(date).split(' ');
  return { day, time };
}

/** Milliseconds that the local time is ahead of UTC. */
export function offsetAt(date: Date, timeZone: string): number {
  const { day, time } = toLocal(date, timeZone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(date.getTime() / 60_000) * 60_000;
}

/**
 * Reads local times like calendars (RFC 5545): a time that occurs twice is the first one, and a time that the clock
 * skips counts from the offset before the change, so 02:30 becomes 03:30.
 */
export function toInstant(day: string, time: string, zone: string): Date {
  const local = Date.parse(`${day}T${time}Z`);
  const before = offsetAt(new Date(local - dayLength), zone);
  const after = offsetAt(new Date(local + dayLength), zone);
  const early = new Date(local - before);
  const late = new Date(local - after);
  const isPastChange = offsetAt(early, zone) !== before && offsetAt(late, zone) === after;
  return isPastChange ? late : early;
}
