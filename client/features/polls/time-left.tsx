import { Countdown } from '#client/ui/countdown.tsx';
import { endOf } from '#shared/poll-rules.ts';
import type { Poll } from '#shared/polls.ts';

export function TimeLeft({ poll }: { poll: Pick<Poll, 'endTime'> }) {
  return <Countdown until={endOf(poll)}>{(left) => <>{left} left</>}</Countdown>;
}
