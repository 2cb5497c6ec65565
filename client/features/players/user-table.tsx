import { Link } from '@tanstack/react-router';

import { permissionTexts } from '#client/lib/permission-texts.ts';
import { useMay } from '#client/lib/use-may.ts';
import { useWords } from '#client/lib/words.ts';
import { column, dateColumn, numberColumn } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { Muted, Text } from '#client/ui/text/text.tsx';
import { rankNames } from '#shared/endpoints/players.ts';
import type { ListedUser, UserSort } from '#shared/endpoints/players.ts';
import { isAdmin, isEventStaff } from '#shared/rules/permissions.ts';
import { staffPermissions } from '#shared/rules/staff-permissions.ts';

import { changeUsers } from './admin-users.queries.ts';
import type { UsersSearch } from './players-search.ts';

import styles from './user-table.module.css';

type Props = { users: readonly ListedUser[]; search: UsersSearch };

export function UserTable({ users, search }: Props) {
  const mayAll = useMay()();
  const { coins } = useWords();
  return (
    <DataTable
      caption="Users"
      columns={columnsFor(search, mayAll ? confidential(coins) : [])}
      rows={users}
      rowKey={({ username }) => username}
      stickyHeader
      dense
    />
  );
}

function columnsFor(search: UsersSearch, forAdmins: Column<ListedUser>[]): Column<ListedUser>[] {
  // Search results are sorted by how well they match.
  const sort = search.search ? undefined : (search.sort ?? 'newest');
  const isStaffList = search.rights !== undefined && search.rights !== '0';
  return [
    {
      ...sortable('Player', ['name', 'name-desc'], sort),
      rowHeader: true,
      cell: ({ username, userRights }) => (
        <PlayerName
          name={username}
          rights={userRights}
          render={(props) => <Link to="/admin/manage/$username" params={{ username }} {...props} />}
        />
      ),
    },
    {
      label: 'Rights',
      narrow: true,
      priority: isStaffList ? 1 : 2,
      cell: ({ userRights }) => rankNames[userRights],
    },
    ...(isStaffList
      ? [{ label: 'May use', cell: (user: ListedUser) => describeAccess(user) }]
      : []),
    {
      label: 'State',
      narrow: true,
      priority: isStaffList ? 2 : 1,
      cell: (user) => <StatusChips user={user} />,
    },
    ...(isStaffList ? [] : forAdmins),
    dateColumn('Registered', ({ createdAt }) => createdAt, {
      ...sortable('Registered', ['newest', 'oldest'], sort),
      format: 'day',
      priority: 2,
    }),
    dateColumn('Last seen', ({ lastSeenAt }) => lastSeenAt, { priority: 3 }),
  ];
}

const confidential = (coins: string): Column<ListedUser>[] => [
  column(
    'Email',
    ({ email }) => (
      <Text as="span" tone="soft" breaks>
        {email}
      </Text>
    ),
    { priority: 3 },
  ),
  numberColumn(coins, ({ wyncoins }) => wyncoins, { priority: 2 }),
];

/** Lists the parts of the admin area that an account may use, by rank or by permission. */
function describeAccess({ userRights, permissions }: ListedUser): string {
  if (isAdmin(userRights)) return 'Everything';
  const used = staffPermissions.filter(
    (one) => permissions.includes(one) || (one === 'events' && isEventStaff(userRights)),
  );
  return used.map((one) => permissionTexts[one].label).join(', ') || 'Nothing';
}

function StatusChips({ user }: { user: ListedUser }) {
  const { isBanned, isMuted, communityManager } = user;
  if (!isBanned && !isMuted && !communityManager) return <Muted>–</Muted>;
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

/** A header that sorts by the first of two orders, and by the other one if that is the current one. */
function sortable(label: string, orders: [UserSort, UserSort], sort: UserSort | undefined) {
  if (!sort) return { label };
  const isCurrent = orders.includes(sort);
  const direction: Column<ListedUser>['sorted'] =
    sort === 'name' || sort === 'oldest' ? 'ascending' : 'descending';
  return {
    label,
    sorted: isCurrent ? direction : undefined,
    header: (
      <Link
        to="/admin/users"
        search={changeUsers({ sort: sort === orders[0] ? orders[1] : orders[0] })}
        resetScroll={false}
        className={styles.sort}
      >
        {label}
        {isCurrent && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} />}
      </Link>
    ),
  };
}
