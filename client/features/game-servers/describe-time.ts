import { formatCount } from '#shared/rules/format-count.ts';

/** 3 days 4 h, 2 h 5 min, 40 s: the two largest units. */
export function describeSpan(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (days > 0) return `${formatCount(days, 'day')} ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  if (minutes > 0) return `${minutes} min`;
  return `${seconds} s`;
}

export function describeAgo(now: number, at: string): string {
  const past = now - Date.parse(at);
  return past < 10_000 ? 'just now' : `${describeSpan(past)} ago`;
}
