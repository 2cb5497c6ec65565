import { useQuery } from '@tanstack/react-query';
import { notFound, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { isMissing } from '#client/lib/is-missing.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { useNow } from '#client/lib/use-now.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { LocalTime } from '#client/ui/text/local-time.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { Poll } from '#shared/endpoints/polls.ts';
import { toIso } from '#shared/rules/dates.ts';
import { describeEligibility, formatPollDate, hasEnded } from '#shared/rules/polls.ts';

import { PollResults } from './poll-results.tsx';
import { pollQuery } from './polls.queries.ts';
import { TimeLeft } from './time-left.tsx';
import { useOwnVotes } from './use-own-votes.ts';
import { VoteForm } from './vote-form.tsx';

import '#client/styles/bold-font.css';
import styles from './poll-page.module.css';

export function PollPage() {
  const { id } = useParams({ from: '/site/polls/$id' });
  const query = useQuery(pollQuery(id));
  const { data: poll, error } = query;
  const { isKnown } = useOwnVotes();
  const isReady = poll !== undefined && isKnown;
  usePageTitle(poll?.title);
  // A poll deleted while it is open shows the not-found page.
  if (isMissing(error)) throw notFound();
  return (
    <div className={`wrap ${styles.page}`}>
      {!isReady && (
        <div className={styles.back}>
          <Back />
        </div>
      )}
      <QueryView
        query={{ ...query, data: isReady ? poll : undefined }}
        errorHeading="This poll could not be loaded"
        panel="stone"
        loadingText="Loading poll..."
        skeleton={<PollSkeleton />}
      >
        {(loaded) => <OpenedPoll poll={loaded} />}
      </QueryView>
    </div>
  );
}

function OpenedPoll({ poll }: { poll: Poll }) {
  const isEnded = hasEnded(poll, useNow(1000));
  const { hasVoted } = useOwnVotes();
  const showsResults = isEnded || hasVoted(poll.id);
  const results = useFocusWhenShown(showsResults);
  return (
    <>
      <PageHeading above={<Back />} lead={<EndLine poll={poll} isEnded={isEnded} />}>
        {poll.title}
      </PageHeading>
      {showsResults ? (
        <div ref={results} tabIndex={-1} className={styles.results}>
          <PollResults poll={poll} isEnded={isEnded} hasVoted={hasVoted(poll.id)} />
        </div>
      ) : (
        <>
          <EligibilityNote poll={poll} />
          {/* The key resets the form after an edit: the choices belong to the old questions. */}
          <VoteForm key={`${poll.id} ${poll.version}`} poll={poll} />
        </>
      )}
    </>
  );
}

/** Focuses the results when they replace the form that had the focus. */
function useFocusWhenShown(isShown: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const wasShown = useRef(isShown);
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body;
    if (isShown && !wasShown.current && hasLostFocus) element.current?.focus();
    wasShown.current = isShown;
  }, [isShown]);
  return element;
}

function EndLine({ poll, isEnded }: { poll: Poll; isEnded: boolean }) {
  return (
    <span className={styles.end}>
      <Icon name={isEnded ? 'lock' : 'clock'} />
      <LocalTime
        iso={toIso(poll.endTime)}
        text={(zone) => `${isEnded ? 'Ended' : 'Ends'} ${formatPollDate(poll.endTime, zone)}`}
      />
      {!isEnded && (
        <span className={styles.left}>
          <TimeLeft poll={poll} />
        </span>
      )}
      {poll.version > 0 && (
        <span
          className={styles.edited}
          title="Its texts or its end were changed after it was published."
        >
          Edited
        </span>
      )}
    </span>
  );
}

function EligibilityNote({ poll }: { poll: Poll }) {
  const rule = describeEligibility(poll);
  if (!rule) return null;
  return (
    <p className={styles.rule}>
      <Icon name="shield" />
      {rule}
    </p>
  );
}

function Back() {
  return <BackLink to="/polls">Back to Polls</BackLink>;
}

function PollSkeleton() {
  return (
    <Stack>
      <Skeleton width="60%" height="48px" />
      <Parchment pad="lg">
        <Skeleton width="70%" height="30px" onParchment />
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} height="52px" shape="block" onParchment />
        ))}
      </Parchment>
    </Stack>
  );
}
