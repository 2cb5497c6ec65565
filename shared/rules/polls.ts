import type { Poll, PollAnswer, PollQuestion } from '../endpoints/polls.ts';
import { formatLongDate, readDate } from './dates.ts';
import { formatCount, formatNumber } from './format-count.ts';

// Without schemas: the public pages load this file, and the schemas would double their scripts.

export const previousPollsPerPage = 3;

const maxDaysAhead = 730;

export function pollCsvPath(id: string): `/${string}` {
  return `/api/admin/polls/${id}/results.csv`;
}

/** Also checks the clock, so that an open page need not wait for the server to end the poll. */
export function hasEnded(poll: Pick<Poll, 'ended' | 'endTime'>, now: number): boolean {
  return poll.ended || endOf(poll) <= now;
}

/** Milliseconds; Infinity for an invalid date. */
export function endOf(poll: Pick<Poll, 'endTime'>): number {
  return readDate(poll.endTime)?.getTime() ?? Infinity;
}

/** Returns an error message if a poll cannot end at this time. */
export function findEndProblem(value: unknown, now: number): string | undefined {
  const end = readDate(value)?.getTime();
  if (end === undefined) return 'Choose when the poll ends.';
  if (end <= now) return 'Choose a time in the future.';
  return end - now > maxDaysAhead * 86_400_000
    ? 'Choose a time within the next two years.'
    : undefined;
}

/** `4 November 2026`. */
export function formatPollDate(value: unknown, timeZone?: 'UTC'): string {
  return formatLongDate(value, { missing: 'Invalid Date', timeZone });
}

export function totalOf({ answers }: PollQuestion): number {
  return answers.reduce((sum, { votes }) => sum + votes, 0);
}

/** Multiplies before dividing: 0.29 × 100 would floor to 28. */
export function percentOf(votes: number, total: number): number {
  return total > 0 ? Math.floor((votes * 100) / total) : 0;
}

/** The most votes of any answer. Every answer with that many is a winner, if it is above 0. */
function winningVotes({ answers }: PollQuestion): number {
  return Math.max(0, ...answers.map(({ votes }) => votes));
}

export function isWinner(answer: PollAnswer, question: PollQuestion): boolean {
  return answer.votes > 0 && answer.votes === winningVotes(question);
}

/** `0 vote`, `1 vote`, `2 votes`. */
export function countVotes(votes: number): string {
  return `${formatNumber(votes)} ${votes >= 2 ? 'votes' : 'vote'}`;
}

/** Says who may vote; undefined if everyone may. */
export function describeEligibility(
  poll: Pick<Poll, 'minAccountAgeDays' | 'minTotalLevel'>,
): string | undefined {
  const rules = [
    poll.minAccountAgeDays > 0 &&
      `an account that is at least ${formatCount(poll.minAccountAgeDays, 'day')} old`,
    poll.minTotalLevel > 0 && `a total level of at least ${formatNumber(poll.minTotalLevel)}`,
  ].filter(Boolean);
  return rules.length > 0 ? `To vote you need ${rules.join(' and ')}.` : undefined;
}
