import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';

import { type Column, DataTable } from '#client/ui/data/data-table.tsx';
import { Pager } from '#client/ui/data/pager.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { Tabs } from '#client/ui/layout/tabs.tsx';
import { BackLink } from '#client/ui/text/back-link.tsx';
import { Medal } from '#client/ui/text/medal.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';

const players = [
  { rank: 3, name: 'Tilly Thorn', rights: 0, level: 97, experience: 19_750_780, seen: 'Yesterday' },
  { rank: 4, name: 'Grimbeard', rights: 0, level: 95, experience: 17_610_449, seen: 'Monday' },
  { rank: 5, name: 'Lady Ash', rights: 3, level: 94, experience: 15_470_118, seen: 'Today' },
];

const columns: readonly Column<(typeof players)[number]>[] = [
  { label: 'Rank', cell: ({ rank }) => <Medal rank={rank} />, narrow: true },
  {
    label: 'Player',
    rowHeader: true,
    cell: (player) => <PlayerName {...player} link={{ to: '.', hash: 'tables' }} />,
  },
  { label: 'Level', numeric: true, priority: 2, cell: ({ level }) => level },
  { label: 'Last seen', priority: 3, cell: ({ seen }) => seen },
  {
    label: 'Experience',
    numeric: true,
    sorted: 'descending',
    cell: ({ experience }) => experience.toLocaleString('en'),
  },
];

export function TablesAndNavigation() {
  const table = { columns, rows: players, rowKey: ({ rank }: { rank: number }) => rank };
  return (
    <Stack>
      <Navigation />
      <Panel pad="none">
        <DataTable
          {...table}
          caption="Attack hiscores"
          isHighlighted={({ name }) => name === 'Grimbeard'}
          animate
        />
      </Panel>
      <Panel pad="none" variant="plain" heading="Dense, Sticky, Cards on a Phone" headingLevel={3}>
        <DataTable {...table} caption="Players" phone="cards" dense stickyHeader />
      </Panel>
    </Stack>
  );
}

function Navigation() {
  const hash = useLocation({ select: (location) => location.hash });
  const [page, setPage] = useState(1);
  return (
    <Panel>
      <BackLink to="." hash="tables">
        Back to news
      </BackLink>
      <Tabs
        label="Events"
        tabs={['Upcoming', 'Past', 'Hosted'].map((label) => ({
          label,
          active: label === hash,
          link: { to: '.', hash: label },
        }))}
      />
      <Pager label="Pages" page={page} pages={3} onPage={setPage} />
    </Panel>
  );
}
