import { useQuery } from '@tanstack/react-query';

import { formatDay } from '#client/lib/dates.ts';
import { useSession } from '#client/lib/session.ts';
import { column } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import type { GainedRow as Row } from '#shared/endpoints/hiscores.ts';
import { formatExperience } from '#shared/rules/xp.ts';

import { gainsListQuery } from './hiscores.queries.ts';
import { ListSkeleton } from './list-view.tsx';
import { useListSearch } from './lists.tsx';
import type { ListSearch } from './lists.tsx';
import { playerColumn } from './rank-table.tsx';

import styles from './rank-table.module.css';

/** Who gained the most in a period: until today, or ever. */
export function GainsView({ skill }: { skill: string }) {
  const list = useListSearch();
  const followed = useSession().isLoggedIn && list.followed;
  const query = useQuery(
    gainsListQuery({ ...list, skill, period: list.period ?? 'week', followed }),
  );
  return (
    <QueryView
      query={query}
      errorHeading="The gains could not be loaded."
      loadingText="Loading hiscores..."
      skeleton={<ListSkeleton />}
      panel="stone"
    >
      {({ players }) =>
        players.length === 0 ? (
          <Panel>
            <EmptyState
              scene="signpost"
              text={`${followed ? 'None of the players you follow' : 'Nobody'} has gained anything in this time.`}
            />
          </Panel>
        ) : (
          <Panel pad="none">
            <DataTable
              caption={`Gains in ${skill}`}
              columns={columnsOf(list, players)}
              rows={players}
              rowKey={(row) => `${row.username} ${row.day}`}
              className={styles.list}
              animate
            />
          </Panel>
        )
      }
    </QueryView>
  );
}

const medalColumn = column<Row>('Rank', ({ rank }) => <Medal rank={rank} />, { narrow: true });
const dayColumn = column<Row>('Day', ({ day }) => day && formatDay(day, 'UTC'), { priority: 2 });
const gainColumn = column<Row>('Gained', ({ experience }) => `+${formatExperience(experience)}`, {
  numeric: true,
});

function columnsOf(list: ListSearch, rows: Row[]): Column<Row>[] {
  const hasDays = rows.some(({ day }) => day !== undefined);
  return [medalColumn, playerColumn(list), ...(hasDays ? [dayColumn] : []), gainColumn];
}
