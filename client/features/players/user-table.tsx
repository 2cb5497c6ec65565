import { Link, linkOptions } from '@tanstack/react-router';
import { useState } from 'react';

import { permissionTexts } from '#client/lib/permission-texts.ts';
import { useSession } from '#client/lib/session.ts';
import { useMay } from '#client/lib/use-may.ts';
import { useWords } from '#client/lib/words.ts';
import { actionsColumn, column, dateColumn, numberColumn } from '#client/ui/data/columns.tsx';
import { DataTable } from '#client/ui/data/data-table.tsx';
import type { Column } from '#client/ui/data/data-table.tsx';
import { SelectionBar, useSelection } from '#client/ui/data/selection.tsx';
import { Button } from '#client/ui/form/button.tsx';
import type { IconName } from '#client/ui/icon/icon-names.ts';
import { Icon } from '#client/ui/icon/icon.tsx';
import { Row } from '#client/ui/layout/layout.tsx';
import { linkItem } from '#client/ui/overlay/menu-link.tsx';
import { Menu } from '#client/ui/overlay/menu.tsx';
import { Chip } from '#client/ui/text/chip.tsx';
import { PlayerName } from '#client/ui/text/player-name.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { buildUrl } from '#shared/build-url.ts';
import { rankNames, usersCsvPath } from '#shared/endpoints/players.ts';
import type { ListedUser, SanctionKind, UserSort } from '#shared/endpoints/players.ts';
import { isAdmin, isEventStaff } from '#shared/rules/permissions.ts';
import { canActOn, staffPermissions } from '#shared/rules/staff-permissions.ts';

import { changeUsers } from './admin-users.queries.ts';
import type { PlayerTab, UsersSearch } from './players-search.ts';
import { SanctionDialog } from './sanction-dialog.tsx';

import styles from './user-table.module.css';

type Props = { users: readonly ListedUser[]; search: UsersSearch };

type Opened = { kind: SanctionKind; players: readonly ListedUser[] };

export function UserTable({ users, search }: Props) {
  const mayAll = useMay()();
  const { coins } = useWords();
  const { username: own, userRights } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const selection = useSelection(users, {
    keyOf: ({ username }) => username,
    nameOf: ({ username }) => username,
  });
  const { selected } = selection;
  const canSanction = (user: ListedUser) =>
    user.username !== own && canActOn(userRights, user.userRights);
  const targets = selected.filter(canSanction);
  const menu = actionsColumn<ListedUser>((user) => (
    <UserMenu
      user={user}
      onSanction={canSanction(user) ? (kind) => setOpened({ kind, players: [user] }) : undefined}
    />
  ));
  return (
    <>
      <DataTable
        caption="Users"
        columns={[selection.column, ...columnsFor(search, mayAll ? confidential(coins) : []), menu]}
        rows={users}
        rowKey={({ username }) => username}
        isHighlighted={selection.isSelected}
        stickyHeader
        dense
      />
      <SelectionBar
        selection={selection}
        csv={buildUrl(usersCsvPath, {
          query: { usernames: selected.map(({ username }) => username).join(',') },
        })}
      >
        {(['mute', 'ban'] as const).map((kind) => (
          <Button
            key={kind}
            size="sm"
            tone={kind === 'ban' ? 'danger' : 'secondary'}
            disabled={targets.length === 0}
            onClick={() => setOpened({ kind, players: targets })}
          >
            {sanctionLabels[kind]}
          </Button>
        ))}
      </SelectionBar>
      {opened && <SanctionDialog {...opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

const sanctionLabels = { mute: 'Mute…', ban: 'Ban…' };

type MenuProps = {
  user: ListedUser;
  /** Undefined: the viewer may not act on this player. */
  onSanction: ((kind: SanctionKind) => void) | undefined;
};

function UserMenu({ user: { username }, onSanction }: MenuProps) {
  const may = useMay();
  const toTab = (label: string, icon: IconName, tab: PlayerTab) =>
    linkItem(label, icon, {
      to: '/admin/manage/$username',
      params: { username },
      search: { tab },
    });
  return (
    <Menu
      size="sm"
      tone="quiet"
      icon="more"
      align="end"
      label={`Actions for ${username}`}
      items={[
        toTab('Manage', 'user', 'overview'),
        may() && toTab('Coins', 'coin', 'coins'),
        may('shop') && toTab('Items', 'cart', 'items'),
        ...(onSanction
          ? (['mute', 'ban'] as const).map((kind) => ({
              label: sanctionLabels[kind],
              icon: 'lock' as const,
              danger: kind === 'ban',
              separated: kind === 'mute',
              onSelect: () => onSanction(kind),
            }))
          : []),
      ]}
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
          link={linkOptions({ to: '/admin/manage/$username', params: { username } })}
        />
      ),
    },
    column('Rights', ({ userRights }) => rankNames[userRights], {
      narrow: true,
      priority: isStaffList ? 1 : 3,
    }),
    ...(isStaffList ? [column('May use', describeAccess)] : []),
    column('State', (user) => <StatusChips user={user} />, {
      narrow: true,
      priority: isStaffList ? 2 : 1,
    }),
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
