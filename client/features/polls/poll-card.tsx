import { Link } from '@tanstack/react-router';

import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Parchment, parchmentCover } from '#client/ui/layout/parchment.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import type { Poll, PollQuestion } from '#shared/endpoints/polls.ts';
import { toIso } from '#shared/rules/dates.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { countVotes, formatPollDate, isWinner, percentOf, totalOf } from '#shared/rules/polls.ts';

import { TimeLeft } from './time-left.tsx';
import { useOwnVotes } from './use-own-votes.ts';

import styles from './poll-card.module.css';

const shownAnswers = 3;

type Props = { poll: Poll; isEnded: boolean };

export function PollCard({ poll, isEnded }: Props) {
  const { hasVoted } = useOwnVotes();
  const [first] = poll.questions;
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
      {first && <Question question={first} hasResults={isEnded || hasVoted(poll.id)} />}
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

/** Results are hidden until the viewer has voted, as on the poll's page. A poll may have 50 answers. */
function Question({ question, hasResults }: { question: PollQuestion; hasResults: boolean }) {
  const { answers } = question;
  const total = totalOf(question);
  const sorted = hasResults ? answers.toSorted((a, b) => b.votes - a.votes) : answers;
  const others = answers.length - shownAnswers;
  return (
    <div className={styles.question}>
      <p>{question.question}</p>
      <ul className={classNames(styles.answers, !hasResults && styles.options)}>
        {sorted.slice(0, shownAnswers).map((answer) => {
          const percent = `${percentOf(answer.votes, total)}%`;
          return (
            <li
              key={answer.text}
              className={hasResults && isWinner(answer, question) ? styles.winner : undefined}
            >
              <span>{answer.text}</span>
              {hasResults && <Bar percent={percent} />}
            </li>
          );
        })}
      </ul>
      {others > 0 && <p>and {others} more</p>}
    </div>
  );
}

/** Not with a style attribute: the CSP forbids it in the first HTML. */
function Bar({ percent }: { percent: string }) {
  return (
    <>
      <span>{percent}</span>
      <svg aria-hidden="true">
        <rect width={percent} height="100%" />
      </svg>
    </>
  );
}

function describeSize({ questions }: Poll): string {
  const [first] = questions;
  return `${formatCount(questions.length, 'question')}, ${countVotes(first ? totalOf(first) : 0)}`;
}
