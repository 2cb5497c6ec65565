import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';

import { site } from '#client/lib/site.ts';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Loading } from '#client/ui/loading.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { PlayerName } from '#client/ui/player-name.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { SkillIcon } from '#client/ui/skill-icon.tsx';
import { AppError } from '#shared/errors.ts';
import type { HiscoresRecord } from '#shared/hiscores.ts';
import { formatExperience } from '#shared/xp.ts';

import { BackToList } from './back-to-list.tsx';
import { errorText } from './error-text.ts';
import { compareQuery } from './hiscores.queries.ts';

import styles from './compare-view.module.css';

type Props = { names: [string, string] };

/** Uses the names as their owners write them once the data is loaded. */
export function CompareHeading({ names: [a, b] }: Props) {
  const { data } = useQuery(compareQuery(a, b));
  const [first, second] = data?.players ?? [];
  return (
    <PageHeading above={<BackToList />}>
      Comparing {first?.username ?? a} vs {second?.username ?? b}
    </PageHeading>
  );
}

export function CompareView({ names: [a, b] }: Props) {
  const comparison = useQuery(compareQuery(a, b));
  if (comparison.data) return <Comparison players={comparison.data.players} />;
  if (comparison.isPending) return <CompareSkeleton />;
  const { error } = comparison;
  return (
    <Panel>
      {error instanceof AppError && error.status === 404 ? (
        <EmptyState scene="lost-road" text="One or both players not found." />
      ) : (
        <ErrorState
          heading="The comparison could not be loaded."
          text={errorText(error)}
          onRetry={() => void comparison.refetch()}
        />
      )}
    </Panel>
  );
}

type Pair = [HiscoresRecord, HiscoresRecord];
type Side = { level: number; experience: number };
type Row = { skill: string; first: Side; second: Side };

function Comparison({ players: [first, second] }: { players: Pair }) {
  const rows = site.skills.map((skill) => ({
    skill,
    first: sideOf(first, skill),
    second: sideOf(second, skill),
  }));
  return (
    <>
      <div className={styles.totals}>
        <Totals player={first} other={second} />
        <Totals player={second} other={first} />
      </div>
      <Panel pad="none">
        <DataTable
          caption={`Level and experience of ${first.username} and ${second.username} by skill`}
          columns={columnsOf(first.username, second.username)}
          rows={rows}
          rowKey={({ skill }) => skill}
          className={styles.table}
        />
      </Panel>
    </>
  );
}

function Totals({ player, other }: { player: HiscoresRecord; other: HiscoresRecord }) {
  const { skill, page } = useSearch({ from: '/site/hiscores' });
  const lead = site.skills.filter(
    (one) => sideOf(player, one).experience > sideOf(other, one).experience,
  ).length;
  return (
    <Panel pad="sm" className={styles.player}>
      <h2 className={styles.name}>
        <PlayerName
          name={player.username}
          rights={player.user_rights}
          render={(props) => (
            <Link to="/hiscores" search={{ skill, page, player: player.username }} {...props} />
          )}
        />
      </h2>
      <dl className={styles.figures}>
        <Figure label="Total level" value={player.totalLevel.toLocaleString('en')} />
        <Figure label="Total XP" value={formatExperience(player.totalExp)} />
        <Figure label="Ahead in" value={lead === 1 ? '1 skill' : `${lead} skills`} />
      </dl>
    </Panel>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function columnsOf(first: string, second: string): Column<Row>[] {
  const level = (key: 'first' | 'second', name: string): Column<Row> => ({
    key: `${key}-level`,
    label: `${name}: Level`,
    header: <Header name={name} label="Level" />,
    numeric: true,
    cell: (row) => row[key].level,
  });
  const experience = (key: 'first' | 'second', name: string): Column<Row> => ({
    key: `${key}-experience`,
    label: `${name}: XP`,
    header: <Header name={name} label="XP" />,
    numeric: true,
    cell: (row) => formatExperience(row[key].experience),
  });
  return [
    level('first', first),
    experience('first', first),
    {
      key: 'skill',
      label: 'Skill',
      rowHeader: true,
      cell: (row) => <Standing row={row} names={[first, second]} />,
    },
    level('second', second),
    experience('second', second),
  ];
}

/** The column's side shows whose it is; screen readers get the name. */
function Header({ name, label }: { name: string; label: string }) {
  return (
    <>
      <span className="visually-hidden">{name}: </span>
      {label}
    </>
  );
}

function Standing({ row, names: [first, second] }: { row: Row; names: [string, string] }) {
  const gap = row.first.experience - row.second.experience;
  const [icon, label] =
    gap === 0
      ? (['equal', 'Equal'] as const)
      : gap > 0
        ? (['arrow-up', `${first} is ahead`] as const)
        : (['arrow-down', `${second} is ahead`] as const);
  return (
    <span className={styles.standing}>
      <span className={styles.signs}>
        <Icon name={icon} label={label} className={styles[icon]} />
        <SkillIcon skill={row.skill} size="md" />
        <span className={styles.skill}>{row.skill}</span>
      </span>
      {gap !== 0 && (
        <span className={styles.gap}>
          {(Math.floor(Math.abs(gap)) + 1).toLocaleString('en')} XP
          <span className={styles.suffix}> to overtake</span>
        </span>
      )}
    </span>
  );
}

function sideOf(player: HiscoresRecord, skill: string): Side {
  const stat = player.playerStats.find((one) => one.skill === skill);
  return { level: stat?.level ?? 1, experience: stat?.experience ?? 0 };
}

function CompareSkeleton() {
  return (
    <Panel>
      <Loading text="Loading players...">
        <Skeleton shape="block" height="720px" />
      </Loading>
    </Panel>
  );
}
