import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { classNames } from '#client/ui/class-names.ts';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { SelectField } from '#client/ui/form/select-field.tsx';
import { Row, Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { HiscoresHistory, PlayerGains } from '#shared/endpoints/hiscores.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { overall } from '#shared/rules/skills.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import { historyQuery } from './hiscores.queries.ts';
import { useListNames } from './list-names.ts';

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
  return (
    <Panel heading="Progress" icon="chart">
      <Row className={styles.controls}>
        <SelectField
          label="Chart skill"
          hideLabel
          value={skill}
          onChange={(event) => setSkill(event.target.value)}
          options={useListNames()}
        />
        <SelectField
          label="Chart period"
          hideLabel
          value={days}
          onChange={(event) => setDays(event.target.value)}
          options={ranges}
        />
      </Row>
      <Gains gains={gains} skill={skill} />
      <QueryView
        query={query}
        errorHeading="The progress could not be loaded."
        skeleton={<Skeleton shape="block" className={styles.blank} />}
        panel="none"
      >
        {(history) => <Curves history={history} />}
      </QueryView>
    </Panel>
  );
}

const periods = [
  { key: 'day', label: 'Today' },
  { key: 'week', label: 'This week' },
  { key: 'month', label: 'This month' },
] as const;

function Gains({ gains, skill }: { gains: OptionalGains; skill: string }) {
  return (
    <dl className={styles.gains}>
      {periods.map(({ key, label }) => {
        const gain = gains?.[key].find((one) => one.skill === skill);
        return (
          <div key={key} className={styles.gain}>
            <dt>{label}</dt>
            <dd className={classNames(gain && styles.positive)}>
              {gains === undefined ? <Skeleton width="6em" /> : gains ? describeGain(gain) : '–'}
              {gain?.levels != null && gain.levels > 0 && (
                <span className={styles.levels}> and {formatCount(gain.levels, 'level')}</span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function describeGain(gain: PlayerGains['day'][number] | undefined): string {
  return gain ? `+${formatExperience(gain.experience)} XP` : 'No gains';
}

function Curves({ history }: { history: HiscoresHistory }) {
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
          label={`${skill} of ${username} from ${first?.day} to ${last?.day}: ${gained} experience gained.`}
          times={times}
          height={220}
          series={[
            {
              label: 'Experience',
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
