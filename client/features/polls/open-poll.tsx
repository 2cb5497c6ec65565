import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useNow } from '#client/lib/use-now.ts';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { buttonClass } from '#client/ui/form/button.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { GlancePanel, glance } from '#client/ui/layout/glance-panel.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { Poll, PollQuestion } from '#shared/endpoints/polls.ts';
import { countVotes, hasEnded, totalOf } from '#shared/rules/polls.ts';

import { firstPollQuery } from './polls.queries.ts';
import { TimeLeft } from './time-left.tsx';
import { useOwnVotes } from './use-own-votes.ts';

import styles from './open-poll.module.css';

const shownAnswers = 2;

export function OpenPoll() {
  const query = useQuery(firstPollQuery);
  const now = useNow(1000);
  return (
    <GlancePanel
      heading="Open Poll"
      icon="poll"
      more={<Link to="/polls">All polls</Link>}
      query={query}
      errorHeading="The polls could not be loaded"
    >
      {([poll]) =>
        poll && !hasEnded(poll, now) ? <Details poll={poll} /> : <Nothing latest={poll} />
      }
    </GlancePanel>
  );
}

function Nothing({ latest }: { latest: Poll | undefined }) {
  const look = buttonClass({ size: 'sm' });
  return (
    <EmptyState
      small
      scene="scroll"
      text={
        <SiteText name="noPoll" original="No poll is open right now. The next one is never far." />
      }
      action={
        latest ? (
          <Link to="/polls/$id" params={{ id: latest.id }} className={look}>
            See how the last one ended
          </Link>
        ) : (
          <Link to="/polls" className={look}>
            Open the polls
          </Link>
        )
      }
    />
  );
}

/** A poll may have 50 long answers; its page has them all. */
function Question({ question: { question, answers } }: { question: PollQuestion }) {
  const others = answers.length - shownAnswers;
  return (
    <div className={styles.question}>
      <p>{question}</p>
      <ul className={styles.answers}>
        {answers.slice(0, shownAnswers).map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {others > 0 && <p>and {others} more</p>}
    </div>
  );
}

function Details({ poll }: { poll: Poll }) {
  const { hasVoted } = useOwnVotes();
  const isDone = hasVoted(poll.id);
  const [first] = poll.questions;
  return (
    <div className={glance.details}>
      <h4 className={glance.title} id="open-poll">
        <Link to="/polls/$id" params={{ id: poll.id }}>
          {poll.title}
        </Link>
      </h4>
      {first && <Question question={first} />}
      <ul className={glance.facts}>
        <li className={glance.countdown}>
          <Icon name="clock" />
          <TimeLeft poll={poll} />
        </li>
        <li>
          <Icon name="users" />
          {countVotes(first ? totalOf(first) : 0)}
        </li>
      </ul>
      <div className={glance.action}>
        {isDone && (
          <Chip tone="moss" icon="check">
            You voted
          </Chip>
        )}
        <Link
          to="/polls/$id"
          params={{ id: poll.id }}
          className={buttonClass({ tone: isDone ? 'quiet' : 'secondary', block: !isDone })}
          aria-describedby="open-poll"
        >
          {isDone ? 'See the results' : 'Vote'}
        </Link>
      </div>
    </div>
  );
}
