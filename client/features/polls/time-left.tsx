import { Countdown } from '#client/ui/text/countdown.tsx';
import type { Poll } from '#shared/endpoints/polls.ts';
import { endOf } from '#shared/rules/polls.ts';

export function TimeLeft({ poll }: { poll: Pick<Poll, 'endTime'> }) {
  return <Countdown until={endOf(poll)}>{(left) => <>{left} left</>}</Countdown>;
}
