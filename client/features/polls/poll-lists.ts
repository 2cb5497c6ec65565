import { endOf, previousPollsPerPage } from '#shared/poll-rules.ts';
import type { Poll } from '#shared/polls.ts';

/** Soonest to end first. */
export function sortRunning(polls: readonly Poll[]): Poll[] {
  return polls.toSorted((a, b) => endOf(a) - endOf(b) || Number(b.id) - Number(a.id));
}

/** Latest first. */
export function sortEnded(polls: readonly Poll[]): Poll[] {
  return polls.toSorted((a, b) => endOf(b) - endOf(a) || Number(b.id) - Number(a.id));
}

type Page = { page: number; pages: number; shown: Poll[] };

/** `wanted` comes from the URL, so it can be anything; the result is always an existing page. */
export function choosePage(polls: readonly Poll[], wanted: unknown): Page {
  const pages = Math.max(1, Math.ceil(polls.length / previousPollsPerPage));
  const number = typeof wanted === 'number' && Number.isInteger(wanted) ? wanted : 1;
  const page = Math.min(pages, Math.max(1, number));
  const first = (page - 1) * previousPollsPerPage;
  return { page, pages, shown: polls.slice(first, first + previousPollsPerPage) };
}
