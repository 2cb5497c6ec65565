import { useNow } from '#client/lib/use-now.ts';
import { Chip } from '#client/ui/text/chip.tsx';
import type { ManagedPoll } from '#shared/endpoints/polls.ts';
import { hasEnded } from '#shared/rules/polls.ts';

import { TimeLeft } from './time-left.tsx';

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
