import { Link } from '@tanstack/react-router';

import { Icon } from '#client/ui/icon/icon.tsx';
import { Parchment, parchmentCover } from '#client/ui/layout/parchment.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import type { Poll } from '#shared/endpoints/polls.ts';
import { toIso } from '#shared/rules/dates.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { countVotes, formatPollDate, totalOf } from '#shared/rules/polls.ts';

import { TimeLeft } from './time-left.tsx';
import { useOwnVotes } from './use-own-votes.ts';

import styles from './poll-card.module.css';

type Props = { poll: Poll; isEnded: boolean };

export function PollCard({ poll, isEnded }: Props) {
  const { hasVoted } = useOwnVotes();
  return (
    <Parchment as="article" lifts className={isEnded ? styles.ended : styles.running}>
      <p className={styles.state}>
        <Icon name={isEnded ? 'lock' : 'poll'} />
        {isEnded ? 'Closed' : <TimeLeft poll={poll} />}
        {hasVoted(poll.id) && (
          <span className={styles.voted}>
            <Icon name="check" />
            You voted
          </span>
        )}
      </p>
      <h3 className={styles.title}>
        <Link to="/polls/$id" params={{ id: poll.id }} className={parchmentCover}>
          {poll.title}
        </Link>
      </h3>
      <p className={styles.foot}>
        <LocalTime
          iso={toIso(poll.endTime)}
          text={(zone) => `${isEnded ? 'Ended' : 'Ends'} ${formatPollDate(poll.endTime, zone)}`}
        />
        <span>{describeSize(poll)}</span>
      </p>
    </Parchment>
  );
}

function describeSize({ questions }: Poll): string {
  const [first] = questions;
  return `${formatCount(questions.length, 'question')}, ${countVotes(first ? totalOf(first) : 0)}`;
}
