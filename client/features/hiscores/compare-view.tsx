import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';

import { usePageTitle } from '#client/lib/page-title.ts';
import { useSite } from '#client/lib/site.ts';
import { classNames } from '#client/ui/class-names.ts';
import { column } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Skeleton } from '#client/ui/feedback/skeleton.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { breakName } from '#client/ui/text/break-name.ts';
import { Facts } from '#client/ui/text/facts.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import type { HiscoresRecord } from '#shared/endpoints/hiscores.ts';
import { formatCount } from '#shared/rules/format-count.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import { compareQuery } from './hiscores.queries.ts';
import { BackToList, ListMark, useListSearch } from './lists.tsx';
import { SkillLevel } from './skill-level.tsx';

import styles from './compare-view.module.css';

type Props = { names: [string, string] };

/** Uses the names as their owners write them once the data is loaded. */
export function CompareHeading({ names: [a, b] }: Props) {
  const { data } = useQuery(compareQuery(a, b));
  const [first, second] = data?.players ?? [];
  const heading = `Comparing ${first?.username ?? a} vs ${second?.username ?? b}`;
  usePageTitle(heading);
  return <PageHeading above={<BackToList />}>{heading}</PageHeading>;
}

export function CompareView({ names: [a, b] }: Props) {
  const comparison = useQuery(compareQuery(a, b));
  return (
    <QueryView
      query={comparison}
      errorHeading="The comparison could not be loaded."
      missing={<EmptyState scene="lost-road" text="One or both players not found." />}
      loadingText="Loading players..."
      skeleton={
        <Panel>
          <Skeleton shape="block" height="720px" />
        </Panel>
      }
      panel="stone"
    >
      {({ players }) => <Comparison players={players} />}
    </QueryView>
  );
}

type Pair = [HiscoresRecord, HiscoresRecord];
/** Without a level in a counter. */
type Side = { level: number | null; experience: number };
type Row = { list: string; first: Side; second: Side };

function Comparison({ players: [first, second] }: { players: Pair }) {
  const rows = useSite().skills.map((list) => ({
    list,
    first: sideOf(first, list),
    second: sideOf(second, list),
  }));
  const counts = (first.counters ?? [])
    .map(({ name: list }) => ({ list, first: countOf(first, list), second: countOf(second, list) }))
    .filter((row) => row.first.experience > 0 || row.second.experience > 0);
  const names: [string, string] = [first.username, second.username];
  return (
    <Stack>
      <div className={styles.totals}>
        <Totals player={first} other={second} />
        <Totals player={second} other={first} />
      </div>
      <CompareTable
        caption={`Level and experience of ${first.username} and ${second.username} by skill`}
        columns={columnsOf({ names, label: 'Skill', values: 'Level, XP' })}
        rows={rows}
      />
      {counts.length > 0 && (
        <CompareTable
          caption={`Scores of ${first.username} and ${second.username} by activity`}
          columns={columnsOf({ names, label: 'Activity', values: 'Score' })}
          rows={counts}
        />
      )}
    </Stack>
  );
}

type TableProps = { caption: string; columns: Column<Row>[]; rows: Row[] };

function CompareTable(props: TableProps) {
  return (
    <Panel pad="none">
      <DataTable {...props} rowKey={({ list }) => list} className={styles.table} stickyHeader />
    </Panel>
  );
}

function Totals({ player, other }: { player: HiscoresRecord; other: HiscoresRecord }) {
  const list = useListSearch();
  const lead = useSite().skills.filter(
    (one) => sideOf(player, one).experience > sideOf(other, one).experience,
  ).length;
  return (
    <Panel pad="sm">
      <h2 className={styles.name}>
        <PlayerName
          name={player.username}
          rights={player.user_rights}
          mode={player.mode}
          supporter={player.supporter}
          link={linkOptions({ to: '/hiscores', search: { ...list, player: player.username } })}
        />
      </h2>
      <Facts
        inline
        facts={{
          'Total level': player.totalLevel.toLocaleString('en'),
          'Total XP': formatExperience(player.totalExp),
          'Ahead in': formatCount(lead, 'skill'),
        }}
      />
    </Panel>
  );
}

type ColumnInput = { names: [string, string]; label: string; values: string };

function columnsOf({ names, label, values }: ColumnInput): Column<Row>[] {
  const [first, second] = names;
  const header = (name: string) => ({ header: <SideHeader name={name} values={values} /> });
  return [
    column(first, (row) => <SideCell own={row.first} other={row.second} />, header(first)),
    column(label, (row) => <Standing row={row} names={names} />, { rowHeader: true }),
    column(second, (row) => <SideCell own={row.second} other={row.first} />, header(second)),
  ];
}

function SideHeader({ name, values }: { name: string; values: string }) {
  return (
    <>
      <span className={styles.title}>{name}</span>
      <span className={styles.subtitle}>{values}</span>
    </>
  );
}

function SideCell({ own, other }: { own: Side; other: Side }) {
  const experience = formatExperience(own.experience);
  return (
    <span className={classNames(styles.side, own.experience > other.experience && styles.ahead)}>
      <span className={styles.level}>
        {own.level === null ? experience : <SkillLevel level={own.level} />}
      </span>
      {own.level !== null && <span className={styles.experience}>{experience}</span>}
    </span>
  );
}

function Standing({ row, names: [first, second] }: { row: Row; names: [string, string] }) {
  const gap = row.first.experience - row.second.experience;
  const unit = row.first.level === null ? '' : ' XP';
  const by = `by ${formatExperience(Math.abs(gap))}${unit}`;
  const [icon, label] =
    gap === 0
      ? (['equal', 'Equal'] as const)
      : gap > 0
        ? (['arrow-up', `${first} is ahead ${by}`] as const)
        : (['arrow-down', `${second} is ahead ${by}`] as const);
  return (
    <span className={styles.standing} title={label}>
      <span className={styles.signs}>
        <Icon name={icon} label={label} className={styles[icon]} />
        <ListMark list={row.list} size="md" />
      </span>
      <span className={styles.skill}>{breakName(row.list)}</span>
      <GapBar gap={gap} most={Math.max(row.first.experience, row.second.experience)} />
    </span>
  );
}

/** Grows from the middle towards the player who is ahead; full if the other has no experience. */
function GapBar({ gap, most }: { gap: number; most: number }) {
  const length = most === 0 ? 0 : Math.ceil((Math.abs(gap) / most) * 100);
  return (
    <svg
      viewBox="-100 0 200 6"
      preserveAspectRatio="none"
      className={styles.bar}
      aria-hidden="true"
    >
      <rect x={-100} width={200} height={6} className={styles.track} />
      <rect x={gap > 0 ? -length : 0} width={length} height={6} className={styles.lead} />
      <rect x={-1} width={2} height={6} className={styles.middle} />
    </svg>
  );
}

function sideOf(player: HiscoresRecord, skill: string): Side {
  const stat = player.playerStats.find((one) => one.skill === skill);
  return { level: stat?.level ?? 1, experience: stat?.experience ?? 0 };
}

function countOf({ counters }: HiscoresRecord, list: string): Side {
  return { level: null, experience: counters?.find(({ name }) => name === list)?.score ?? 0 };
}
