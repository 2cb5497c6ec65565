import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { useNow } from '#client/lib/use-now.ts';
import { Button, ButtonLink, buttonClass } from '#client/ui/button.tsx';
import { Failure } from '#client/ui/callout.tsx';
import { askConfirm } from '#client/ui/dialog-service.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Split, Stack } from '#client/ui/layout.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { showToast } from '#client/ui/toast.tsx';
import {
  countVotes,
  describeEligibility,
  hasEnded,
  percentOf,
  pollCsvPath,
} from '#shared/poll-rules.ts';
import type { ManagedPoll } from '#shared/polls.ts';

import { deletePoll, endPoll, turnoutQuery } from './admin-polls.queries.ts';
import { AnswerBars } from './poll-results.tsx';
import { PollState } from './poll-state.tsx';
import { TurnoutChart } from './turnout-chart.tsx';

import styles from './admin-polls-page.module.css';

type Props = { poll: ManagedPoll; players: number };

/** Kept up to date by the live stream. */
export function ManagedPollPanel({ poll, players }: Props) {
  const isEnded = hasEnded(poll, useNow(1000));
  return (
    <Panel
      variant="plain"
      heading={poll.title}
      icon="poll"
      actions={
        <Link to="/admin/polls" search={{}} className={buttonClass({ tone: 'quiet', size: 'sm' })}>
          <Icon name="close" />
          Close
        </Link>
      }
    >
      <p className={styles.facts}>
        <PollState poll={poll} />
        <span>
          {isEnded ? 'Ended' : 'Ends'} <Timestamp at={poll.endTime} />
        </span>
        <span>
          {poll.voters.toLocaleString('en')} of {players.toLocaleString('en')} players voted (
          {percentOf(poll.voters, players)}%)
        </span>
      </p>
      <p className={styles.note}>{describeEligibility(poll) ?? 'Every player may vote.'}</p>
      <Actions poll={poll} isEnded={isEnded} />
      <Split second="smaller" className={styles.columns}>
        <Results poll={poll} isEnded={isEnded} />
        <Turnout poll={poll} />
      </Split>
    </Panel>
  );
}

function Results({ poll, isEnded }: { poll: ManagedPoll; isEnded: boolean }) {
  return (
    <Stack as="section" aria-label="Results">
      {poll.questions.map((question, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- questions are identified by position
        <div key={at}>
          <h3 className={styles.question}>
            Q{at + 1}: {question.question}
          </h3>
          <AnswerBars question={question} isEnded={isEnded} onStone />
        </div>
      ))}
    </Stack>
  );
}

function Turnout({ poll }: { poll: ManagedPoll }) {
  const { data, isError } = useQuery(turnoutQuery(poll.id));
  return (
    <section aria-label="Turnout over time">
      <h3 className={styles.question}>Turnout Over Time</h3>
      {data ? (
        <TurnoutChart turnout={data} />
      ) : isError ? (
        <p className={styles.note}>The turnout could not be loaded.</p>
      ) : (
        <Skeleton height="180px" shape="block" />
      )}
    </section>
  );
}

function Actions({ poll, isEnded }: { poll: ManagedPoll; isEnded: boolean }) {
  const navigate = useNavigate();
  const ending = useMutation({
    mutationFn: () => endPoll(poll.id),
    onSuccess: () => showToast('The poll has ended.', { tone: 'success' }),
  });
  const deleting = useMutation({
    mutationFn: () => deletePoll(poll.id),
    onSuccess: async () => {
      showToast('The poll was deleted.', { tone: 'success' });
      await navigate({ to: '/admin/polls', search: {} });
    },
  });

  async function askToEnd() {
    const text = `End “${poll.title}” now? The votes cast so far decide the result. The poll cannot be reopened.`;
    if (await askConfirm(text, { confirmLabel: 'End Poll', tone: 'danger' })) ending.mutate();
  }

  async function askToDelete() {
    const text = `Are you sure you want to delete this poll? ${countVotes(poll.voters)} will be lost.`;
    if (await askConfirm(text, { confirmLabel: 'Delete', tone: 'danger' })) deleting.mutate();
  }

  const failure = ending.error ?? deleting.error;
  return (
    <>
      <div className={styles.actions}>
        {!isEnded && poll.voters === 0 && (
          <Link
            to="/admin/polls"
            search={{ edit: poll.id }}
            className={buttonClass({ size: 'sm' })}
          >
            <Icon name="pencil" />
            Edit
          </Link>
        )}
        {!isEnded && (
          <Button size="sm" icon="lock" pending={ending.isPending} onClick={() => void askToEnd()}>
            End Now
          </Button>
        )}
        <Link to="/admin/polls" search={{ copy: poll.id }} className={buttonClass({ size: 'sm' })}>
          <Icon name="copy" />
          Duplicate
        </Link>
        <ButtonLink size="sm" icon="download" href={pollCsvPath(poll.id)} download>
          CSV
        </ButtonLink>
        <Link to="/polls/$id" params={{ id: poll.id }} className={buttonClass({ size: 'sm' })}>
          <Icon name="eye" />
          View
        </Link>
        <Button
          size="sm"
          tone="danger"
          icon="trash"
          pending={deleting.isPending}
          onClick={() => void askToDelete()}
        >
          Delete
        </Button>
      </div>
      {!isEnded && poll.voters > 0 && (
        <p className={styles.note}>This poll has votes, so it can no longer be edited.</p>
      )}
      <Failure error={failure} />
    </>
  );
}
