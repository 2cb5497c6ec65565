import { describeTimeLeft, stepFor } from '#client/lib/time-left.ts';
import { useNow } from '#client/lib/use-now.ts';
import { endOf } from '#shared/polls.ts';
import type { Poll } from '#shared/polls.ts';

/** Not a live region: screen readers must not announce it every second. */
export function TimeLeft({ poll }: { poll: Pick<Poll, 'endTime'> }) {
  const end = endOf(poll);
  const step = stepFor(end - useNow(60_000));
  const left = end - useNow(step);
  if (!Number.isFinite(left) || left <= 0) return null;
  return <>{describeTimeLeft(left)} left</>;
}
