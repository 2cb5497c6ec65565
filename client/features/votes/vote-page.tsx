import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useSession } from '#client/lib/session.ts';
import { useBrand } from '#client/lib/site.ts';
import { useWords } from '#client/lib/words.ts';
import { column, numberColumn } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton, repeat } from '#client/ui/feedback/skeleton.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { showToast } from '#client/ui/overlay/toast.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { OwnVotes, VoteOverview } from '#shared/endpoints/votes.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { describeReward } from './describe-reward.ts';
import { ListCard } from './list-card.tsx';
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

type Props = { streak: VoteOverview['streak']; own: OwnVotes | undefined };

/** Above this number of days, the days are not drawn one by one. */
const maxDrawn = 14;

function StreakPanel({ streak, own }: Props) {
  const words = useWords();
  if (!streak && !own) return null;
  const days = own?.streak ?? 0;
  const reward = streak && describeReward({ coins: streak.coins, items: [streak.item] }, words);
  const done = streak ? days % streak.days : 0;
  return (
    <Panel heading="Streak" headingLevel={2}>
      {own && (
        <p className={styles.days}>
          <strong>{days}</strong> {days === 1 ? 'day' : 'days'} in a row
        </p>
      )}
      {streak && own && streak.days <= maxDrawn && (
        <ol className={styles.dots} aria-hidden="true">
          {Array.from({ length: streak.days }, (_, at) => (
            <li key={at} className={at < done ? styles.lit : undefined} />
          ))}
        </ol>
      )}
      {streak && (
        <Text as="p" tone="muted">
          {own && done > 0
            ? `Vote on ${formatCount(streak.days - done, 'more day')} in a row for ${reward}.`
            : `Vote on ${formatCount(streak.days, 'day')} in a row for ${reward}.`}
        </Text>
      )}
    </Panel>
  );
}

type TopProps = { overview: VoteOverview; username: string | null };
type Row = { rank: number; username: string; votes: number };

const columns = [
  column<Row>('Rank', ({ rank }) => <Medal rank={rank} />, { narrow: true }),
  column<Row>('Player', ({ username }) => <PlayerName name={username} />, { rowHeader: true }),
  numberColumn<Row>('Votes', ({ votes }) => votes),
];

function TopVoters({ overview: { month, prize, topVoters }, username }: TopProps) {
  const name = new Date(`${month}-01T00:00Z`).toLocaleDateString('en', {
    month: 'long',
    timeZone: 'UTC',
  });
  const rows = topVoters.map((voter, at) => ({ rank: at + 1, ...voter }));
  return (
    <Panel heading={`Top Voters of ${name}`} headingLevel={2} pad="none" className={styles.top}>
      {prize && <p className={styles.prize}>{prize}</p>}
      {rows.length > 0 ? (
        <DataTable
          caption={`Top voters of ${name}`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.username}
          isHighlighted={(row) => row.username === username}
          dense
        />
      ) : (
        <Text as="p" tone="muted" className={styles.prize}>
          Nobody has voted this month yet.
        </Text>
      )}
    </Panel>
  );
}
