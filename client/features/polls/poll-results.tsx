import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';

import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import type { Poll, PollAnswer, PollQuestion } from '#shared/endpoints/polls.ts';
import { countVotes, isWinner, percentOf, totalOf } from '#shared/rules/polls.ts';

import { ownVoteQuery } from './polls.queries.ts';

import pageStyles from './poll-page.module.css';
import styles from './poll-results.module.css';

type Props = { poll: Poll; isEnded: boolean; hasVoted?: boolean };

/** Kept up to date by the live stream. */
export function PollResults({ poll, isEnded, hasVoted = false }: Props) {
  const { data: vote } = useQuery(ownVoteQuery(poll.id, hasVoted));
  return (
    <Stack>
      {hasVoted && (
        <p className={pageStyles.rule}>
          <Icon name="check" />
          {isEnded ? 'You voted in this poll.' : 'You have voted. Results update as others vote.'}
        </p>
      )}
      {poll.questions.map((question, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- questions are identified by position
        <Parchment key={at} as="section" pad="lg" aria-labelledby={`question-${at}`}>
          <h2 className={styles.question} id={`question-${at}`}>
            Q{at + 1}: {question.question}
          </h2>
          <AnswerBars question={question} isEnded={isEnded} chosen={vote?.answers[at]} />
        </Parchment>
      ))}
    </Stack>
  );
}

type BarsProps = {
  question: PollQuestion;
  isEnded: boolean;
  chosen?: number | undefined;
  onStone?: boolean;
};

export function AnswerBars({ question, isEnded, chosen, onStone = false }: BarsProps) {
  const total = totalOf(question);
  return (
    <ul className={classNames(styles.answers, onStone && styles.onStone)}>
      {question.answers.map((answer, at) => (
        <Bar
          // oxlint-disable-next-line react/no-array-index-key -- answers are identified by position
          key={at}
          answer={answer}
          percent={percentOf(answer.votes, total)}
          share={total > 0 ? answer.votes / total : 0}
          isChosen={at === chosen}
          crown={isWinner(answer, question) ? (isEnded ? 'Winner' : 'Leading') : undefined}
        />
      ))}
    </ul>
  );
}

type BarProps = {
  answer: PollAnswer;
  percent: number;
  share: number;
  isChosen: boolean;
  crown: string | undefined;
};

function Bar({ answer, percent, share, isChosen, crown }: BarProps) {
  return (
    <li className={classNames(styles.answer, crown && styles.winner)}>
      <div className={styles.line}>
        <span className={styles.text}>
          {answer.text}
          {crown && (
            <span className={styles.crown}>
              <Icon name="crown" />
              {crown}
            </span>
          )}
          {isChosen && (
            <span className={styles.crown}>
              <Icon name="check" />
              Your vote
            </span>
          )}
        </span>
        <span className={styles.figures}>
          <span className={styles.percent}>{percent}%</span>
          <span className={styles.votes}>{countVotes(answer.votes)}</span>
        </span>
      </div>
      <div
        className={styles.bar}
        aria-hidden="true"
        // The CSP forbids style attributes in the first HTML; the figures are next to the bar.
        style={useInBrowser() ? ({ '--share': share } as CSSProperties) : undefined}
      />
    </li>
  );
}
