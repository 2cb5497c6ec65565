import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { Panel } from '#client/ui/panel.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { Stat } from '#client/ui/stat.tsx';
import { historyRanges } from '#shared/game-servers.ts';
import type { GameServer, HistoryRange } from '#shared/game-servers.ts';

import { historyQuery } from './servers.queries.ts';

import styles from './online-history.module.css';

// Lazy, because it loads the chart library.
const TimeChart = lazy(() =>
  import('#client/ui/chart.tsx').then((module) => ({ default: module.TimeChart })),
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
      <dl className={styles.stats}>
        <Stat label="Now" value={online} />
        <Stat label="Peak" value={data?.peak ?? '–'} />
        <Stat label="Average" value={data?.average ?? '–'} />
        <Stat label="Servers up" value={`${up} of ${servers.length}`} />
      </dl>
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
            <p className={styles.none}>The chart appears after the first hours of play.</p>
          )
        }
      </QueryView>
    </Panel>
  );
}

function RangeLinks({ chosen }: { chosen: HistoryRange }) {
  return (
    <nav aria-label="Time span" className={styles.ranges}>
      {historyRanges.map((range) => (
        <Link
          key={range}
          to="/admin/server"
          search={{ range }}
          resetScroll={false}
          className={classNames(styles.range, range === chosen && styles.chosen)}
          aria-current={range === chosen ? 'true' : undefined}
        >
          {labels[range]}
        </Link>
      ))}
    </nav>
  );
}
