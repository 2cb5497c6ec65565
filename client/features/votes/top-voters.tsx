import { column, numberColumn } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { Text } from '#client/ui/text/text.tsx';
import type { VoteOverview } from '#shared/endpoints/votes.ts';

import styles from './vote-page.module.css';

type Props = { overview: VoteOverview; username: string | null };
type Row = { rank: number; username: string; votes: number };

const columns = [
  column<Row>('Rank', ({ rank }) => <Medal rank={rank} />, { narrow: true }),
  column<Row>('Player', ({ username }) => <PlayerName name={username} />, { rowHeader: true }),
  numberColumn<Row>('Votes', ({ votes }) => votes),
];

export function TopVoters({ overview: { month, prize, topVoters }, username }: Props) {
  const name = new Date(`${month}-01T00:00Z`).toLocaleDateString('en', {
    month: 'long',
    timeZone: 'UTC',
  });
  const rows = topVoters.map((voter, at) => ({ rank: at + 1, ...voter }));
  return (
    <Panel heading={`Top Voters of ${name}`} headingLevel={2} pad="none" className={styles.top}>
      {prize && <p className={styles.prize}>{prize}</p>}
      {rows.length > 0 ? (
        <DataTable
          caption={`Top voters of ${name}`}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.username}
          isHighlighted={(row) => row.username === username}
          dense
        />
      ) : (
        <Text as="p" tone="muted" className={styles.prize}>
          Nobody has voted this month yet.
        </Text>
      )}
    </Panel>
  );
}
