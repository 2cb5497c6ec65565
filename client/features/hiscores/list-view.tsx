import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useEffect } from 'react';

import { queryClient } from '#client/lib/query-client.ts';
import { Pager } from '#client/ui/data/pager.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#client/ui/feedback/skeleton-rows.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { SiteText } from '#client/ui/text/site-text.tsx';
import type { HiscoresPage } from '#shared/endpoints/hiscores.ts';
import { formatNumber } from '#shared/rules/format-count.ts';
import { hiscoresPageSize } from '#shared/rules/hiscores.ts';
import { overall } from '#shared/rules/skills.ts';

import { followedListQuery, listQuery } from './hiscores.queries.ts';
import type { ListInput } from './hiscores.queries.ts';
import { useCounter, useListSearch } from './lists.tsx';
import { RankTable } from './rank-table.tsx';

type Props = { skill: string };

export function ListView({ skill }: Props) {
  const { page, mode, rank } = useListSearch();
  const input = { skill, page, mode };
  const list = useQuery(listQuery(input));
  // Do not show the rows of another list under this heading.
  const isThis = list.data?.skill === skill && list.data.mode === mode;
  const data = isThis ? list.data : undefined;
  usePreloadedPage(input, data);
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
        if (shown.players.length === 0) return <PageOutOfRange pages={shown.pages} />;
        const marked = rank && shown.players[(Number(rank) - 1) % hiscoresPageSize];
        return (
          <Stack>
            <Panel pad="none" aria-busy={list.isPlaceholderData}>
              <RankTable skill={skill} page={shown} marked={marked || undefined} />
            </Panel>
            {shown.pages > 1 && <ListPager skill={skill} pages={shown.pages} />}
          </Stack>
        );
      }}
    </QueryView>
  );
}

/** The followed players only, with their ranks among all. */
export function FollowedView({ skill }: Props) {
  const { mode } = useListSearch();
  return (
    <QueryView
      query={useQuery(followedListQuery(skill, mode))}
      errorHeading="The hiscores could not be loaded."
      loadingText="Loading hiscores..."
      skeleton={<ListSkeleton />}
      panel="stone"
    >
      {({ players }) =>
        players.length === 0 ? (
          <Panel>
            <EmptyState
              scene="signpost"
              heading="None of the players you follow is in this list."
              text="To follow a player, open their page and press the star."
            />
          </Panel>
        ) : (
          <Panel pad="none">
            <RankTable skill={skill} page={{ skill, page: 1, players }} />
          </Panel>
        )
      }
    </QueryView>
  );
}

function ListPager({ skill, pages }: Props & { pages: number }) {
  const { page, mode } = useListSearch();
  return (
    <Pager
      label={`Pages of the ${skill} Hiscores`}
      page={page}
      pages={pages}
      link={(target) => linkOptions({ to: '/hiscores', search: { skill, mode, page: target } })}
    />
  );
}

/** Prefetches the next page, so it shows at once. */
function usePreloadedPage({ skill, page, mode }: ListInput, shown: HiscoresPage | undefined): void {
  const next = page + 1;
  const pages = shown?.pages ?? 0;
  useEffect(() => {
    if (next <= pages) void queryClient.prefetchQuery(listQuery({ skill, page: next, mode }));
  }, [skill, mode, next, pages]);
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
            <NobodyYet skill={skill} />
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

function NobodyYet({ skill }: Props) {
  const { mode } = useListSearch();
  const counter = useCounter(skill);
  if (mode) return <>Nobody in this game mode is in the list yet.</>;
  if (!counter) return <>Nobody has trained {skill} yet.</>;
  return <>Nobody has reached a score of {formatNumber(counter.minimum)} yet.</>;
}

function PageOutOfRange({ pages }: { pages: number }) {
  const { skill, mode } = useListSearch();
  return (
    <Panel>
      <EmptyState
        scene="lost-road"
        text="This list ends before the page you asked for."
        action={
          <LinkButton to="/hiscores" search={{ skill, mode, page: pages }}>
            Go to the Last Page
          </LinkButton>
        }
      />
    </Panel>
  );
}

export function ListSkeleton() {
  return (
    <Panel>
      <SkeletonRows count={hiscoresPageSize} height="29px" />
    </Panel>
  );
}
