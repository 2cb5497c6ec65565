import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useEffect } from 'react';

import { queryClient } from '#client/lib/query-client.ts';
import { useSession } from '#client/lib/session.ts';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Pager } from '#client/ui/data/pager.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { HiscoresPage, HiscoresRow } from '#shared/endpoints/hiscores.ts';
import { formatNumber } from '#shared/rules/format-count.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';
import { overall } from '#shared/rules/skills.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import { listQuery, playerQuery, rankChangesQuery } from './hiscores.queries.ts';
import { RankChange } from './rank-change.tsx';
import { SkillLevel } from './skill-level.tsx';

import styles from './list-view.module.css';

type Props = { skill: string; page: number };

export function ListView({ skill, page }: Props) {
  const list = useQuery(listQuery(skill, page));
  // Do not show another skill's rows under this heading.
  const data = list.data?.skill === skill ? list.data : undefined;
  usePreloadedPage(skill, page + 1, data);
  return (
    <QueryView
      query={{ ...list, data }}
      errorHeading="The hiscores could not be loaded."
      loadingText="Loading hiscores..."
      skeleton={<ListSkeleton />}
      panel="stone"
    >
      {(shown) => {
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
      }}
    </QueryView>
  );
}

function RankTable({ skill, page }: { skill: string; page: HiscoresPage }) {
  const { data: moved } = useQuery(rankChangesQuery(skill, page.page));
  const changes = new Map(moved?.changes.map(({ username, change }) => [username, change]));
  const own = useOwnRow(skill);
  const ownKey = toUsernameKey(useSession().username);
  const isOwn = ({ username }: HiscoresRow) => ownKey !== '' && toUsernameKey(username) === ownKey;
  return (
    <DataTable
      caption={`${skill} Hiscores, page ${page.page}`}
      columns={columnsOf({ skill, page: page.page, changes, own })}
      rows={page.players}
      rowKey={(row) => row.username}
      isHighlighted={isOwn}
      pinned={page.players.some(isOwn) ? undefined : own}
      className={styles.list}
      animate
    />
  );
}

/** The signed-in player's row in a list; undefined if they are not ranked in it. */
function useOwnRow(skill: string): HiscoresRow | undefined {
  const { isLoggedIn, username } = useSession();
  const { data } = useQuery({ ...playerQuery(username), enabled: isLoggedIn });
  if (!data) return undefined;
  const { totalLevel, totalExp } = data;
  const place =
    skill === overall
      ? { rank: data.rank, level: totalLevel, experience: totalExp }
      : data.playerStats.find((stat) => stat.skill === skill);
  if (place?.rank == null) return undefined;
  const { rank, level, experience } = place;
  const { username: name, user_rights } = data;
  return { rank, level, experience, username: name, user_rights, totalLevel, totalExp };
}

type ColumnInput = {
  skill: string;
  page: number;
  changes: ReadonlyMap<string, number>;
  own: HiscoresRow | undefined;
};

function columnsOf({ skill, page, changes, own }: ColumnInput): Column<HiscoresRow>[] {
  return [
    {
      label: 'Rank',
      narrow: true,
      cell: (row) => (
        <span className={styles.place}>
          {row === own ? <OwnRank skill={skill} rank={row.rank} /> : <Rank rank={row.rank} />}
          <RankChange change={changes.get(row.username)} />
        </span>
      ),
    },
    {
      label: 'Player',
      rowHeader: true,
      cell: ({ username, user_rights }) => (
        <PlayerName
          name={username}
          rights={user_rights}
          link={linkOptions({ to: '/hiscores', search: { skill, page, player: username } })}
        />
      ),
    },
    {
      label: 'Level',
      numeric: true,
      cell: ({ level }) =>
        skill === overall ? formatNumber(level ?? 0) : <SkillLevel level={level ?? 0} />,
    },
    { label: 'Experience', numeric: true, cell: ({ experience }) => formatExperience(experience) },
  ];
}

function Rank({ rank }: { rank: number }) {
  return rank <= 3 ? (
    <Medal rank={rank} />
  ) : (
    <span className={styles.rank}>{formatNumber(rank)}</span>
  );
}

/** In the pinned row: leads to the page with this rank. */
function OwnRank({ skill, rank }: { skill: string; rank: number }) {
  const page = Math.ceil(rank / hiscoresPageSize);
  return (
    <Link
      to="/hiscores"
      search={{ skill, page }}
      className={styles.rank}
      aria-label={`Your rank: ${formatNumber(rank)}. Go to page ${page}`}
    >
      {formatNumber(rank)}
    </Link>
  );
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
          skill === overall ? (
            <SiteText name="hiscoresEmpty" original="Nobody has made a name for themselves yet." />
          ) : (
            `Nobody has trained ${skill} yet.`
          )
        }
        action={
          <LinkButton to="/play" tone="primary">
            Be the First
          </LinkButton>
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
          <LinkButton to="/hiscores" search={{ skill, page: pages }}>
            Go to the Last Page
          </LinkButton>
        }
      />
    </Panel>
  );
}

const skeletonRows = Array.from({ length: hiscoresPageSize }, (_, row) => `row-${row}`);

function ListSkeleton() {
  return (
    <Panel pad="none">
      <div className={styles.skeleton}>
        {skeletonRows.map((row) => (
          <div key={row} className={styles.bones}>
            <Skeleton width="28px" />
            <Skeleton width="40%" />
            <Skeleton width="22%" />
          </div>
        ))}
      </div>
    </Panel>
  );
}
