import { useState } from 'react';

import { useForm } from '#client/lib/form.ts';
import { useInBrowser } from '#client/lib/use-in-browser.ts';
import { Callout, Failure } from '#client/ui/feedback/callout.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { Poll } from '#shared/endpoints/polls.ts';

import { castVote } from './polls.queries.ts';
import { QuestionSheet } from './question-sheet.tsx';
import { useOwnVotes } from './use-own-votes.ts';

import styles from './poll-page.module.css';

export function VoteForm({ poll }: { poll: Poll }) {
  const { username, isLoggedIn } = useOwnVotes();
  const { choices, choose, clearChoices } = useChoices(poll);
  const answers = poll.questions
    .map((_, at) => choices[at])
    .filter((choice) => choice !== undefined);
  const isComplete = answers.length === poll.questions.length;
  const form = useForm({
    check: () => (isComplete ? { data: answers } : { errors: {} }),
    send: () => castVote(poll, answers, username),
    done: 'Your vote was counted. Thank you!',
    onDone: clearChoices,
  });

  return (
    <Stack as="form" {...form.props}>
      {!isLoggedIn && (
        <Callout tone="info">
          <p>Log in to cast your vote.</p>
        </Callout>
      )}
      {poll.questions.map(({ question, answers: offered }, at) => (
        <QuestionSheet
          // oxlint-disable-next-line react/no-array-index-key -- questions are identified by position
          key={at}
          at={at}
          question={question}
          answers={offered.map(({ text }) => text)}
          choice={choices[at]}
          onChoose={(answer) => choose(at, answer)}
        />
      ))}
      <Failure error={form.error} heading="Your vote was not counted." />
      <Row className={styles.submit}>
        {isLoggedIn ? (
          <Button
            type="submit"
            tone="primary"
            size="lg"
            icon="poll"
            disabled={!isComplete}
            pending={form.isPending}
          >
            Vote
          </Button>
        ) : (
          <LinkButton
            to="/login"
            search={{ redirect: `/polls/${poll.id}` }}
            tone="primary"
            size="lg"
            icon="user"
          >
            Log In
          </LinkButton>
        )}
        <Text tone="muted" aria-live="polite" className="sans">
          {!isLoggedIn
            ? 'Your answers are kept while you log in.'
            : isComplete
              ? 'A vote is final.'
              : `${answers.length} of ${poll.questions.length} answered`}
        </Text>
      </Row>
    </Stack>
  );
}

type Choices = Record<number, number>;

/** The choices so far. Kept in this tab across a reload and a login. */
function useChoices(poll: Poll) {
  const key = `poll ${poll.id} ${poll.version}`;
  const isInBrowser = useInBrowser();
  const [chosen, setChosen] = useState<Choices>();
  const choices = chosen ?? (isInBrowser ? readChoices(key, poll) : {});
  const choose = (question: number, answer: number): void => {
    const changed = { ...choices, [question]: answer };
    sessionStorage.setItem(key, JSON.stringify(changed));
    setChosen(changed);
  };
  return { choices, choose, clearChoices: () => sessionStorage.removeItem(key) };
}

function readChoices(key: string, { questions }: Poll): Choices {
  const stored = parse(sessionStorage.getItem(key));
  const known = Object.entries(stored).filter(([question, answer]) => {
    return questions[Number(question)]?.answers[Number(answer)] !== undefined;
  });
  return Object.fromEntries(known.map(([question, answer]) => [question, Number(answer)]));
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
