import type { Poll } from '#shared/endpoints/polls.ts';
import { endOf, previousPollsPerPage } from '#shared/rules/polls.ts';

/** Soonest to end first. */
export function sortRunning(polls: readonly Poll[]): Poll[] {
  return polls.toSorted((a, b) => endOf(a) - endOf(b) || Number(b.id) - Number(a.id));
}

/** Latest first. */
export function sortEnded(polls: readonly Poll[]): Poll[] {
  return polls.toSorted((a, b) => endOf(b) - endOf(a) || Number(b.id) - Number(a.id));
}

type Page = { page: number; pages: number; shown: Poll[] };

/** A page past the end means the last one. */
export function choosePage(polls: readonly Poll[], wanted: number): Page {
  const pages = Math.max(1, Math.ceil(polls.length / previousPollsPerPage));
  const page = Math.min(pages, wanted);
  const first = (page - 1) * previousPollsPerPage;
  return { page, pages, shown: polls.slice(first, first + previousPollsPerPage) };
}
