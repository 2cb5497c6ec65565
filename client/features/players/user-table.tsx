import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Chip } from '#client/ui/chip.tsx';
import { DataTable } from '#client/ui/data-table.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Row } from '#client/ui/layout.tsx';
import { PlayerName } from '#client/ui/player-name.tsx';
import { Timestamp } from '#client/ui/timestamp.tsx';
import { rankNames } from '#shared/players.ts';
import type { ListedUser, UserSort } from '#shared/players.ts';

import { changeUsers } from './admin-users.queries.ts';
import type { UsersSearch } from './players-search.ts';

import styles from './admin-users-page.module.css';

type Props = { users: readonly ListedUser[]; search: UsersSearch };

export function UserTable({ users, search }: Props) {
  return (
    <DataTable
      caption="Users"
      columns={columnsFor(search)}
      rows={users}
      rowKey={({ username }) => username}
      stickyHeader
      dense
    />
  );
}

function columnsFor(search: UsersSearch): Column<ListedUser>[] {
  // Search results are sorted by how well they match.
  const sort = search.search ? undefined : (search.sort ?? 'newest');
  return [
    {
      key: 'name',
      label: 'Player',
      rowHeader: true,
      sorted: sortedAs(sort, { ascending: 'name', descending: 'name-desc' }),
      header: sort && (
        <SortLink to={sort === 'name' ? 'name-desc' : 'name'} sort={sort}>
          Player
        </SortLink>
      ),
      cell: ({ username, userRights }) => (
        <PlayerName
          name={username}
          rights={userRights}
          render={(props) => <Link to="/admin/manage/$username" params={{ username }} {...props} />}
        />
      ),
    },
    {
      key: 'rights',
      label: 'Rights',
      narrow: true,
      priority: 2,
      cell: ({ userRights }) => rankNames[userRights],
    },
    {
      key: 'state',
      label: 'State',
      narrow: true,
      cell: (user) => <StatusChips user={user} />,
    },
    {
      key: 'email',
      label: 'Email',
      priority: 3,
      cell: ({ email }) => <span className={styles.email}>{email}</span>,
    },
    {
      key: 'coins',
      label: 'Wyncoins',
      numeric: true,
      narrow: true,
      priority: 2,
      cell: ({ wyncoins }) => wyncoins.toLocaleString('en'),
    },
    {
      key: 'created',
      label: 'Registered',
      narrow: true,
      priority: 2,
      sorted: sortedAs(sort, { ascending: 'oldest', descending: 'newest' }),
      header: sort && (
        <SortLink to={sort === 'newest' ? 'oldest' : 'newest'} sort={sort}>
          Registered
        </SortLink>
      ),
      cell: ({ createdAt }) => <Timestamp at={createdAt} format="day" />,
    },
    {
      key: 'seen',
      label: 'Last seen',
      narrow: true,
      priority: 3,
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Timestamp at={lastSeenAt} /> : '–'),
    },
  ];
}

function StatusChips({ user }: { user: ListedUser }) {
  const { isBanned, isMuted, communityManager } = user;
  if (!isBanned && !isMuted && !communityManager) return <span className={styles.none}>–</span>;
  return (
    <Row as="span" gap={1}>
      {isBanned && (
        <Chip tone="blood" icon="lock">
          Banned
        </Chip>
      )}
      {isMuted && (
        <Chip tone="ember" icon="minus">
          Muted
        </Chip>
      )}
      {communityManager && (
        <Chip tone="sky" icon="calendar">
          Community
        </Chip>
      )}
    </Row>
  );
}

type Ends = { ascending: UserSort; descending: UserSort };

function sortedAs(sort: UserSort | undefined, ends: Ends): 'ascending' | 'descending' | undefined {
  if (sort === ends.ascending) return 'ascending';
  return sort === ends.descending ? 'descending' : undefined;
}

type SortProps = { to: UserSort; sort: UserSort; children: ReactNode };

function SortLink({ to, sort, children }: SortProps) {
  const isAscending = sort === 'name' || sort === 'oldest';
  const isCurrent = to.startsWith('name') === sort.startsWith('name');
  return (
    <Link
      to="/admin/users"
      search={changeUsers({ sort: to })}
      resetScroll={false}
      className={styles.sort}
    >
      {children}
      {isCurrent && <Icon name={isAscending ? 'arrow-up' : 'arrow-down'} />}
    </Link>
  );
}
