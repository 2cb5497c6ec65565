import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useSession } from '#client/lib/session.ts';
import { useBrand } from '#client/lib/site.ts';
import { useWords } from '#client/lib/words.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton, repeat } from '#client/ui/feedback/skeleton.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import type { OwnVotes, VoteOverview } from '#shared/endpoints/votes.ts';

import { describeReward } from './describe-reward.ts';
import { ListCard } from './list-card.tsx';
import { StreakPanel } from './streak-panel.tsx';
import { TopVoters } from './top-voters.tsx';
import { ownVotesQuery, votesQuery } from './votes.queries.ts';

import styles from './vote-page.module.css';

export function VotePage() {
  const { name } = useBrand();
  return (
    <div className={`wrap ${styles.page}`}>
      <PageHeading
        lead={`New players find ${name} through these lists. Each vote is rewarded, as soon as the list reports it.`}
      >
        Vote
      </PageHeading>
      <QueryView
        query={useQuery(votesQuery)}
        errorHeading="The lists could not be loaded"
        loadingText="Loading lists..."
        skeleton={<CardsSkeleton />}
        panel="stone"
      >
        {(overview) => <Lists overview={overview} />}
      </QueryView>
    </div>
  );
}

function Lists({ overview }: { overview: VoteOverview }) {
  const { isLoggedIn, username } = useSession();
  const { data: own } = useQuery(ownVotesQuery(isLoggedIn));
  useRewardToast(own);
  if (overview.lists.length === 0) {
    return (
      <Panel>
        <EmptyState scene="signpost" text="There is no list to vote on at the moment." />
      </Panel>
    );
  }
  const isWaiting = (listId: number) => own?.waiting.some((turn) => turn.listId === listId);
  const next = overview.lists.find(({ id }) => !isWaiting(id));
  return (
    <div className={styles.layout}>
      <ul className={styles.lists}>
        {overview.lists.map((list) => (
          <li key={list.id}>
            <ListCard
              list={list}
              waitUntil={own?.waiting.find(({ listId }) => listId === list.id)?.until}
              isNext={list === next}
            />
          </li>
        ))}
      </ul>
      <StreakPanel streak={overview.streak} own={own} />
      <TopVoters overview={overview} username={username} />
    </div>
  );
}

/** Says what a vote gave when it arrives; not for votes from before the page was opened. */
function useRewardToast(own: OwnVotes | undefined): void {
  const words = useWords();
  const known = useRef<number>(undefined);
  useEffect(() => {
    if (!own) return;
    const id = own.latest?.id ?? 0;
    if (own.latest && known.current !== undefined && id > known.current) {
      const { list, coins, items } = own.latest;
      const reward = describeReward({ coins, items }, words);
      const where = items.length > 0 ? ' The item waits for you in the game.' : '';
      showToast(`Thank you for voting on ${list}! You got ${reward}.${where}`, {
        tone: 'success',
        seconds: 10,
      });
    }
    known.current = id;
  }, [own, words]);
}

function CardsSkeleton() {
  return (
    <div className={styles.lists}>
      {repeat(2, (key) => (
        <Panel key={key}>
          <Skeleton shape="block" height="150px" />
        </Panel>
      ))}
    </div>
  );
}
