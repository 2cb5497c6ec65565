import { useQuery } from '@tanstack/react-query';
import { linkOptions, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useNow } from '#client/lib/use-now.ts';
import { classNames } from '#client/ui/class-names.ts';
import { PagerSteps } from '#client/ui/data/pager.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import type { Scene } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonText, repeat } from '#client/ui/feedback/skeleton.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Parchment } from '#client/ui/layout/parchment.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { SectionHeading } from '#client/ui/text/section-heading.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { Poll } from '#shared/endpoints/polls.ts';
import { hasEnded } from '#shared/rules/polls.ts';

import { PollCard } from './poll-card.tsx';
import { choosePage, sortEnded, sortRunning } from './poll-lists.ts';
import { pollsQuery } from './polls.queries.ts';

import styles from './polls-page.module.css';

export function PollsPage() {
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading lead="What should change, what should stay? Every player has one vote.">
        Polls
      </PageHeading>
      <Lists />
    </div>
  );
}

function Lists() {
  const query = useQuery(pollsQuery);
  const now = useNow(1000);
  return (
    <QueryView
      query={query}
      errorHeading="The polls could not be loaded"
      loadingText="Loading polls..."
      skeleton={<ListSkeleton />}
      panel="stone"
    >
      {(polls) => (
        <>
          <CurrentPolls polls={sortRunning(polls.filter((poll) => !hasEnded(poll, now)))} />
          <PreviousPolls polls={sortEnded(polls.filter((poll) => hasEnded(poll, now)))} />
        </>
      )}
    </QueryView>
  );
}

function CurrentPolls({ polls }: { polls: Poll[] }) {
  return (
    <Section id="current-polls" heading="Current Poll(s)" first>
      {polls.length === 0 ? (
        <Empty
          scene="scroll"
          text={
            <SiteText
              name="pollsEmpty"
              original="No poll is running right now. The next one is never far."
            />
          }
        />
      ) : (
        <Cards polls={polls} className={styles.current} />
      )}
    </Section>
  );
}

function PreviousPolls({ polls }: { polls: Poll[] }) {
  const search = useSearch({ from: '/site/polls' });
  const { page, pages, shown } = choosePage(polls, search.page);
  return (
    <Section id="previous-polls" heading="Previous Polls">
      {polls.length === 0 ? (
        <Empty scene="signpost" text="No poll has ended yet." />
      ) : (
        <Stack gap={6}>
          <Cards polls={shown} ended />
          <PagerSteps
            label="Previous polls"
            status={`Page ${page} / ${pages}`}
            labels={['Prev', 'Next']}
            previous={page > 1 ? { link: linkTo(page - 1) } : {}}
            next={page < pages ? { link: linkTo(page + 1) } : {}}
          />
        </Stack>
      )}
    </Section>
  );
}

function linkTo(page: number) {
  return linkOptions({ to: '/polls', search: { page }, resetScroll: false });
}

type SectionProps = { id: string; heading: string; first?: boolean; children: ReactNode };

function Section({ id, heading, first, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} first={first}>
        {heading}
      </SectionHeading>
      {children}
    </section>
  );
}

type CardsProps = { polls: Poll[]; ended?: boolean; className?: string | undefined };

function Cards({ polls, ended = false, className }: CardsProps) {
  return (
    <ul className={classNames(styles.cards, className)}>
      {polls.map((poll) => (
        <li key={poll.id}>
          <PollCard poll={poll} isEnded={ended} />
        </li>
      ))}
    </ul>
  );
}

function Empty({ scene, text }: { scene: Scene; text: ReactNode }) {
  return (
    <Panel>
      <EmptyState scene={scene} text={text} />
    </Panel>
  );
}

function ListSkeleton() {
  return (
    <div className={styles.cards}>
      {repeat(3, (key) => (
        <Parchment key={key}>
          <Skeleton width="30%" height="24px" onParchment />
          <SkeletonText lines={3} onParchment />
        </Parchment>
      ))}
    </div>
  );
}
