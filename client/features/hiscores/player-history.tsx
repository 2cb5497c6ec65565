import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { formatDay } from '#client/lib/dates.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Columns, Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { HiscoresHistory, PlayerGains } from '#shared/endpoints/hiscores.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { overall } from '#shared/rules/skills.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import { historyQuery, recordsQuery } from './hiscores.queries.ts';
import { ListOptions, useCounter } from './lists.tsx';

import styles from './player-history.module.css';

const TimeChart = lazy(() =>
  import('#client/ui/data/chart.tsx').then(({ TimeChart }) => ({ default: TimeChart })),
);

/** Gains are undefined while they load, and null if they could not be loaded. */
type OptionalGains = PlayerGains | null | undefined;
type Props = { name: string; gains: OptionalGains };

const ranges = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
];

export function PlayerHistory({ name, gains }: Props) {
  const [skill, setSkill] = useState<string>(overall);
  const [days, setDays] = useState('30');
  const query = useQuery(historyQuery(name, skill, Number(days)));
  const isCounter = useCounter(skill) !== undefined;
  return (
    <Panel heading="Progress" icon="chart">
      <Stack gap={4}>
        <Row className={styles.controls}>
          <SelectField
            label="Chart skill"
            hideLabel
            value={skill}
            onChange={(event) => setSkill(event.target.value)}
          >
            <ListOptions />
          </SelectField>
          <SelectField
            label="Chart period"
            hideLabel
            value={days}
            onChange={(event) => setDays(event.target.value)}
            options={ranges}
          />
        </Row>
        <Gains name={name} gains={gains} skill={skill} unit={isCounter ? '' : ' XP'} />
        <QueryView
          query={query}
          errorHeading="The progress could not be loaded."
          skeleton={<Skeleton shape="block" className={styles.blank} />}
          panel="none"
        >
          {(history) => <Curves history={history} unit={isCounter ? 'Score' : 'Experience'} />}
        </QueryView>
      </Stack>
    </Panel>
  );
}

const periods = [
  { key: 'day', label: 'Today' },
  { key: 'week', label: 'This week' },
  { key: 'month', label: 'This month' },
  { key: 'year', label: 'This year' },
] as const;

type GainsProps = Props & { skill: string; unit: string };

/** Until today, and the best there ever was. */
function Gains({ name, gains, skill, unit }: GainsProps) {
  const { data: records } = useQuery(recordsQuery(name, skill));
  return (
    <Columns as="dl" gap={3} min="stat" className="sans">
      {periods.map(({ key, label }) => {
        const { current = 0, best = 0, bestOn } = records?.[key] ?? {};
        const gain = key === 'year' ? undefined : gains?.[key].find((one) => one.skill === skill);
        const gained = key === 'year' ? current : (gain?.experience ?? 0);
        const isLoading = key === 'year' ? !records : gains === undefined;
        return (
          <div key={key}>
            <Text as="dt" size="sm" tone="muted">
              {label}
            </Text>
            <Text as="dd" size="lg" {...(gained > 0 && { tone: 'good', strong: true })}>
              {isLoading && gains !== null ? (
                <Skeleton width="6em" />
              ) : gains === null ? (
                '–'
              ) : gained > 0 ? (
                `+${formatExperience(gained)}${unit}`
              ) : (
                'No gains'
              )}
              {gain?.levels != null && gain.levels > 0 && (
                <span className={styles.levels}> and {formatCount(gain.levels, 'level')}</span>
              )}
            </Text>
            {bestOn && (
              <Text as="dd" size="sm" tone="muted">
                Best: {formatExperience(best)} on {formatDay(bestOn, 'UTC')}
              </Text>
            )}
          </div>
        );
      })}
    </Columns>
  );
}

function Curves({ history, unit }: { history: HiscoresHistory; unit: string }) {
  const { points, skill, username } = history;
  if (points.length < 2) {
    return (
      <Text tone="muted">There is not enough history for a chart yet. Come back tomorrow.</Text>
    );
  }
  const [first, last] = [points[0], points.at(-1)];
  const gained = formatExperience((last?.experience ?? 0) - (first?.experience ?? 0));
  const ranks = points.map(({ rank }) => rank);
  const known = ranks.filter((rank) => rank !== null);
  const times = points.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000);
  return (
    <Suspense fallback={<Skeleton shape="block" className={styles.blank} />}>
      <Stack gap={3}>
        <TimeChart
          label={`${skill} of ${username} from ${first?.day} to ${last?.day}: ${gained} ${unit.toLowerCase()} gained.`}
          times={times}
          height={220}
          series={[
            {
              label: unit,
              tone: 'gold',
              values: points.map(({ experience }) => Math.floor(experience)),
            },
          ]}
        />
        {new Set(known).size > 1 && (
          <TimeChart
            label={`${skill} rank of ${username}: ${formatRank(known.at(-1))} now, ${formatRank(Math.min(...known))} at best.`}
            times={times}
            height={130}
            // The best rank is the smallest number and should be on top.
            series={[{ label: 'Rank', tone: 'ember', isReversed: true, values: ranks }]}
          />
        )}
      </Stack>
    </Suspense>
  );
}

function formatRank(rank: number | undefined): string {
  return rank?.toLocaleString('en') ?? 'unknown';
}
