import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useEffect } from 'react';

import { queryClient } from '#client/lib/query-client.ts';
import { useSession } from '#client/lib/session.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Stack } from '#client/ui/layout.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { Medal } from '#client/ui/medal.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PlayerName } from '#client/ui/player-name.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { hiscoresPageSize } from '#shared/hiscore-rules.ts';
import type { HiscoresPage, HiscoresRow } from '#shared/hiscores.ts';
import { overall } from '#shared/skills.ts';
import { toUsernameKey } from '#shared/usernames.ts';
import { formatExperience } from '#shared/xp.ts';

import { errorText } from './error-text.ts';
import { listQuery } from './hiscores.queries.ts';

import styles from './list-view.module.css';

type Props = { skill: string; page: number };

export function ListView({ skill, page }: Props) {
  const list = useQuery(listQuery(skill, page));
  const shown = list.data;
  usePreloadedPage(skill, page + 1, shown);
  // Do not show another skill's rows under this heading.
  if (!shown || (list.isPlaceholderData && shown.skill !== skill)) {
    return list.isError ? (
      <Panel>
        <ErrorState
          heading="The hiscores could not be loaded."
          text={errorText(list.error)}
          onRetry={() => void list.refetch()}
        />
      </Panel>
    ) : (
      <ListSkeleton />
    );
  }
  if (shown.total === 0) return <EmptyList skill={skill} />;
  if (shown.players.length === 0) return <PageOutOfRange skill={skill} pages={shown.pages} />;
  return (
    <Stack>
      <Panel pad="none" aria-busy={list.isPlaceholderData}>
        <RankTable skill={skill} page={shown} />
      </Panel>
      {shown.pages > 1 && <ListPager skill={skill} page={page} pages={shown.pages} />}
    </Stack>
  );
}

function RankTable({ skill, page }: { skill: string; page: HiscoresPage }) {
  const { username } = useSession();
  const ownKey = toUsernameKey(username);
  return (
    <DataTable
      caption={`${skill} Hiscores, page ${page.page}`}
      columns={columnsOf(skill, page.page)}
      rows={page.players}
      rowKey={(row) => row.username}
      isHighlighted={(row) => ownKey !== '' && toUsernameKey(row.username) === ownKey}
      animate
    />
  );
}

function columnsOf(skill: string, page: number): Column<HiscoresRow>[] {
  return [
    { key: 'rank', label: 'Rank', narrow: true, cell: ({ rank }) => <Rank rank={rank} /> },
    {
      key: 'player',
      label: 'Player',
      rowHeader: true,
      cell: ({ username, user_rights }) => (
        <PlayerName
          name={username}
          rights={user_rights}
          render={(props) => (
            <Link to="/hiscores" search={{ skill, page, player: username }} {...props} />
          )}
        />
      ),
    },
    {
      key: 'level',
      label: 'Level',
      numeric: true,
      cell: ({ level }) => level.toLocaleString('en'),
    },
    {
      key: 'experience',
      label: 'Experience',
      numeric: true,
      cell: ({ experience }) => formatExperience(experience),
    },
  ];
}

function Rank({ rank }: { rank: number }) {
  return rank <= 3 ? <Medal rank={rank} /> : <>{rank.toLocaleString('en')}</>;
}

function ListPager({ skill, page, pages }: Props & { pages: number }) {
  return (
    <Pager
      label={`Pages of the ${skill} Hiscores`}
      page={page}
      pages={pages}
      link={(target) => linkOptions({ to: '/hiscores', search: { skill, page: target } })}
    />
  );
}

/** Prefetches the next page, so it shows at once. */
function usePreloadedPage(skill: string, next: number, shown: HiscoresPage | undefined): void {
  const pages = shown?.pages ?? 0;
  useEffect(() => {
    if (next <= pages) void queryClient.prefetchQuery(listQuery(skill, next));
  }, [skill, next, pages]);
}

function EmptyList({ skill }: { skill: string }) {
  return (
    <Panel>
      <EmptyState
        scene="signpost"
        text={
          skill === overall
            ? 'Nobody has made a name for themselves yet.'
            : `Nobody has trained ${skill} yet.`
        }
        action={
          <Link to="/play" className={buttonClass({ tone: 'primary' })}>
            Be the First
          </Link>
        }
      />
    </Panel>
  );
}

function PageOutOfRange({ skill, pages }: { skill: string; pages: number }) {
  return (
    <Panel>
      <EmptyState
        scene="lost-road"
        text="This list ends before the page you asked for."
        action={
          <Link to="/hiscores" search={{ skill, page: pages }} className={buttonClass()}>
            Go to the Last Page
          </Link>
        }
      />
    </Panel>
  );
}

const skeletonRows = Array.from({ length: hiscoresPageSize }, (_, row) => `row-${row}`);

function ListSkeleton() {
  return (
    <Panel pad="none">
      <Loading text="Loading hiscores...">
        <div className={styles.skeleton}>
          {skeletonRows.map((row) => (
            <div key={row} className={styles.bones}>
              <Skeleton width="28px" />
              <Skeleton width="40%" />
              <Skeleton width="22%" />
            </div>
          ))}
        </div>
      </Loading>
    </Panel>
  );
}
