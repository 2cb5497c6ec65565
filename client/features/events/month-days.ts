// Days are written 2026-11-20 and months 2026-11, in the viewer's time zone.

export function toDay(date: Date): string {
  return `${toMonth(date)}-${pad(date.getDate())}`;
}

export function toMonth(date: Date): string {
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}`;
}

/** Noon, so that a clock change cannot move it to another day. */
export function dateOf(day: string): Date {
  return new Date(`${day}T12:00`);
}

export function addDays(day: string, count: number): string {
  const date = dateOf(day);
  date.setDate(date.getDate() + count);
  return toDay(date);
}

/** The same day of another month, or its last day if that month is shorter. */
export function addMonths(day: string, count: number): string {
  const target = dateOf(`${day.slice(0, 7)}-01`);
  target.setMonth(target.getMonth() + count);
  const month = toMonth(target);
  const date = Math.min(Number(day.slice(8)), daysIn(month));
  return `${month}-${pad(date)}`;
}

/** How many times seven days to go from one day to another; rounded down. */
export function weeksBetween(from: string, to: string): number {
  return Math.floor(Math.round((dateOf(to).getTime() - dateOf(from).getTime()) / 86_400_000) / 7);
}

/** Whole weeks from Monday to Sunday, filled up with days of the neighbouring months. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`;
  const before = (dateOf(first).getDay() + 6) % 7;
  const weeks = Math.ceil((before + daysIn(month)) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => addDays(first, week * 7 + weekday - before)),
  );
}

function daysIn(month: string): number {
  const [year, number] = month.split('-').map(Number);
  return new Date(year!, number!, 0).getDate();
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
