import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Columns, Row } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { onlyThis } from '#client/ui/layout/scroll-strip.tsx';
import { Stat } from '#client/ui/text/stat.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { historyRanges } from '#shared/endpoints/game-servers.ts';
import type { GameServer, HistoryRange } from '#shared/endpoints/game-servers.ts';

import { historyQuery } from './servers.queries.ts';

import styles from './online-history.module.css';

// Lazy, because it loads the chart library.
const TimeChart = lazy(() =>
  import('#client/ui/data/chart.tsx').then((module) => ({ default: module.TimeChart })),
);

const labels: Record<HistoryRange, string> = {
  day: '24 hours',
  week: '7 days',
  month: '30 days',
  year: 'Year',
};

const height = 240;
const skeleton = <Skeleton shape="block" height={`${height + 40}px`} />;

export function OnlineHistory({ servers }: { servers: GameServer[] }) {
  const { range } = useSearch({ from: '/admin/server' });
  const query = useQuery(historyQuery(range));
  const { data } = query;
  const online = servers.reduce((sum, server) => sum + server.online, 0);
  const up = servers.filter(({ isOnline }) => isOnline).length;
  return (
    <Panel
      variant="plain"
      heading="Players Online"
      icon="chart"
      actions={<RangeLinks chosen={range} />}
    >
      <Columns as="dl" gap={3} min="stat" className={styles.stats}>
        <Stat label="Now" value={online} />
        <Stat label="Peak" value={data?.peak ?? '–'} />
        <Stat label="Average" value={data?.average ?? '–'} />
        <Stat label="Servers up" value={`${up} of ${servers.length}`} />
      </Columns>
      <QueryView
        query={query}
        errorHeading="The history could not be loaded"
        skeleton={skeleton}
        panel="none"
      >
        {({ points, peak, average }) =>
          points.length > 1 ? (
            <Suspense fallback={skeleton}>
              <TimeChart
                isCount
                hasHours={range !== 'year'}
                height={height}
                label={`Players online over the last ${labels[range].toLowerCase()}: peak ${peak}, average ${average}.`}
                times={points.map(({ at }) => at)}
                series={[
                  {
                    label: 'Players online',
                    tone: 'gold',
                    values: points.map((point) => point.online),
                  },
                ]}
              />
            </Suspense>
          ) : (
            <Text tone="muted" centred className={styles.none}>
              The chart appears after the first hours of play.
            </Text>
          )
        }
      </QueryView>
    </Panel>
  );
}

function RangeLinks({ chosen }: { chosen: HistoryRange }) {
  return (
    <Row as="nav" aria-label="Time span" gap={1}>
      {historyRanges.map((range) => (
        <LinkButton
          key={range}
          to="/admin/server"
          search={{ range }}
          // The usual span is not in the address, so its link would be current for all of them.
          activeOptions={onlyThis}
          resetScroll={false}
          aria-current={range === chosen ? 'true' : undefined}
          tone={range === chosen ? 'secondary' : 'quiet'}
          size="sm"
        >
          {labels[range]}
        </LinkButton>
      ))}
    </Row>
  );
}
