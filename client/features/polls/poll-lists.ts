import { endOf, previousPollsPerPage } from '#shared/polls.ts';
import type { Poll } from '#shared/polls.ts';

/** The next to end on top: it needs a vote the soonest. */
export function sortRunning(polls: readonly Poll[]): Poll[] {
  return polls.toSorted((a, b) => endOf(a) - endOf(b) || Number(b.id) - Number(a.id));
}

/** The latest first. */
export function sortEnded(polls: readonly Poll[]): Poll[] {
  return polls.toSorted((a, b) => endOf(b) - endOf(a) || Number(b.id) - Number(a.id));
}

type Page = { page: number; pages: number; shown: Poll[] };

/** `wanted` comes from the address bar: whatever it is, it leads to a page that exists. */
export function choosePage(polls: readonly Poll[], wanted: unknown): Page {
  const pages = Math.max(1, Math.ceil(polls.length / previousPollsPerPage));
  const number = typeof wanted === 'number' && Number.isInteger(wanted) ? wanted : 1;
  const page = Math.min(pages, Math.max(1, number));
  const first = (page - 1) * previousPollsPerPage;
  return { page, pages, shown: polls.slice(first, first + previousPollsPerPage) };
}
