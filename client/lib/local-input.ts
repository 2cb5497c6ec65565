import { readDate } from '#shared/rules/dates.ts';

/** Value for a `datetime-local` input: the viewer's local time, to the minute. */
export function toLocalInput(value: unknown): string {
  const date = readDate(value);
  if (!date) return '';
  const pad = (part: number) => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return `${day}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** Reads a `datetime-local` input in the viewer's zone; undefined while it is incomplete. */
export function fromLocalInput(value: string): string | undefined {
  const date = new Date(value);
  return value === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
