import { useNow } from '#client/lib/use-now.ts';
import { Chip } from '#client/ui/chip.tsx';
import { hasEnded } from '#shared/poll-rules.ts';
import type { ManagedPoll } from '#shared/polls.ts';

import { TimeLeft } from './time-left.tsx';

/** The time left, or how the poll ended. */
export function PollState({ poll }: { poll: ManagedPoll }) {
  if (hasEnded(poll, useNow(1000))) {
    return <Chip icon="lock">{poll.isEndedEarly ? 'Ended early' : 'Ended'}</Chip>;
  }
  return (
    <Chip tone="moss" dot>
      <TimeLeft poll={poll} />
    </Chip>
  );
}
