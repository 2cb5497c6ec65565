import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';

import { useMay } from '#client/lib/use-may.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import type { Query } from '#client/ui/data/query-view.tsx';
import { Skeleton, repeat } from '#client/ui/feedback/skeleton.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Stat } from '#client/ui/text/stat.tsx';
import { chartRanges } from '#shared/endpoints/dashboard.ts';
import type { AdminOverview } from '#shared/endpoints/dashboard.ts';

import { chartsQuery, overviewQuery } from './admin.queries.ts';
import { AttentionList } from './attention-list.tsx';
import { AuditEntries } from './audit-entries.tsx';
import { LastBackup } from './last-backup.tsx';
import { LedgerCheck } from './ledger-check.tsx';
import { OwnPermissions } from './own-permissions.tsx';

import styles from './dashboard.module.css';

// Lazy, because it pulls in the chart library.
const AdminCharts = lazy(() =>
  import('./admin-charts.tsx').then((module) => ({ default: module.AdminCharts })),
);

/** `openSteps` is for admins: what a new site still needs. */
export function Dashboard({ openSteps }: { openSteps: ReactNode }) {
  const query = useQuery(overviewQuery);
  const may = useMay();
  return (
    <>
      <PageHeading
        lead={
          may()
            ? 'Current figures and recent activity.'
            : 'The parts of the admin area that are open to you.'
        }
      >
        Dashboard
      </PageHeading>
      <Stack>
        {may('server', 'shop', 'inbox') && (
          <Panel variant="plain" heading="Needs Attention" icon="bell">
            <QueryView
              query={query}
              errorHeading="Not loaded"
              skeleton={<Skeleton height="72px" shape="block" />}
              panel="none"
              small
            >
              {({ concerns, books, backup }) => (
                <>
                  <AttentionList items={concerns} />
                  {(books !== undefined || backup) && (
                    <div className={styles.facts}>
                      {books !== undefined && <LedgerCheck books={books} />}
                      {backup && <LastBackup backup={backup} />}
                    </div>
                  )}
                </>
              )}
            </QueryView>
          </Panel>
        )}
        <QueryView
          query={query}
          errorHeading="The figures could not be loaded"
          loadingText="Loading the dashboard..."
          skeleton={<Skeleton height="120px" shape="block" />}
        >
          {(overview) => <Figures overview={overview} />}
        </QueryView>
        {may() ? openSteps : <OwnPermissions />}
        {may('players', 'server', 'shop', 'polls') && <Charts />}
        {may() && <LatestActions query={query} />}
      </Stack>
    </>
  );
}

function LatestActions({ query }: { query: Query<AdminOverview> }) {
  return (
    <Panel
      variant="plain"
      heading="Latest Actions"
      icon="shield"
      actions={
        <LinkButton to="/admin/audit" tone="quiet" size="sm">
          Show All
        </LinkButton>
      }
    >
      <QueryView
        query={query}
        errorHeading="Not loaded"
        skeleton={<Skeleton height="200px" shape="block" />}
        panel="none"
        small
      >
        {({ latest = [] }) => <AuditEntries entries={latest} />}
      </QueryView>
    </Panel>
  );
}

function Figures({ overview }: { overview: AdminOverview }) {
  const { players, newToday = 0, online, unclaimed, staff, firstAnswerMinutes } = overview;
  if ([players, online, unclaimed, firstAnswerMinutes].every((figure) => figure === undefined))
    return null;
  return (
    <Panel variant="plain" aria-label="Figures">
      <dl className={styles.stats}>
        {players !== undefined && (
          <Stat
            label="Registered players"
            value={players}
            icon="users"
            note={`${newToday.toLocaleString('en')} new today`}
          />
        )}
        {online !== undefined && (
          <Stat
            label="Online now"
            value={online ?? '–'}
            icon="server"
            note={online === null ? 'No game server yet' : 'In the game'}
          />
        )}
        {unclaimed !== undefined && (
          <Stat
            label="Unclaimed deliveries"
            value={unclaimed}
            icon="cart"
            note="Waiting for players"
          />
        )}
        {firstAnswerMinutes !== undefined && (
          <Stat
            label="First answer"
            value={firstAnswerMinutes === null ? '–' : describeMinutes(firstAnswerMinutes)}
            icon="quill"
            note="Median of 30 days"
          />
        )}
        {staff !== undefined && (
          <Stat label="Staff accounts" value={staff} icon="coronet" note="Moderators and above" />
        )}
      </dl>
    </Panel>
  );
}

/** `40 min`, `5 h` or `3 d`: the largest unit that gives at least two of it. */
function describeMinutes(minutes: number): string {
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`;
}

function Charts() {
  const { days = 30 } = useSearch({ from: '/admin/home' });
  const query = useQuery(chartsQuery(days));
  return (
    <Panel
      variant="plain"
      heading="Over Time"
      icon="chart"
      actions={
        <Row as="nav" gap={1} aria-label="Days">
          {chartRanges.map((range) => (
            <LinkButton
              key={range}
              to="/admin/home"
              search={{ days: range }}
              resetScroll={false}
              aria-current={range === days ? 'true' : undefined}
              tone={range === days ? 'secondary' : 'quiet'}
              size="sm"
            >
              {range} days
            </LinkButton>
          ))}
        </Row>
      }
    >
      <QueryView
        query={query}
        errorHeading="The charts could not be loaded"
        skeleton={<ChartSkeletons />}
        panel="none"
      >
        {(charts) => (
          <div aria-busy={query.isPlaceholderData}>
            <Suspense fallback={<ChartSkeletons />}>
              <AdminCharts charts={charts} />
            </Suspense>
          </div>
        )}
      </QueryView>
    </Panel>
  );
}

function ChartSkeletons() {
  return (
    <div className={styles.charts}>
      {repeat(4, (key) => (
        <Skeleton key={key} height="330px" shape="block" />
      ))}
    </div>
  );
}
