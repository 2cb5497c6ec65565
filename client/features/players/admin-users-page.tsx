import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useSearch } from '@tanstack/react-router';

import { useMay } from '#client/lib/use-may.ts';
import { describePage, PagerSteps } from '#client/ui/data/pager.tsx';
import { QueryView } from '#client/ui/data/query-view.tsx';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { Button } from '#client/ui/form/button.tsx';
import { FilterForm } from '#client/ui/form/filter-form.tsx';
import { LinkButton } from '#client/ui/form/link-button.tsx';
import { Stack } from '#client/ui/layout/layout.tsx';
import { Panel } from '#client/ui/layout/panel.tsx';
import { PageHeading } from '#client/ui/text/page-heading.tsx';
import { Text } from '#client/ui/text/text.tsx';
import { maxCountedUsers, rankNames, usersPageSize } from '#shared/endpoints/players.ts';
import { formatCount } from '#shared/rules/format-count.ts';

import { changeUsers, usersQuery } from './admin-users.queries.ts';
import type { UsersSearch } from './players-search.ts';
import { UserTable } from './user-table.tsx';

const rights = [
  { value: 'staff', label: 'All staff' },
  ...Object.entries(rankNames).map(([value, label]) => ({ value, label })),
];
const states = [
  { value: 'banned', label: 'Banned' },
  { value: 'muted', label: 'Muted' },
];

export function AdminUsersPage() {
  const search = useSearch({ from: '/admin/users' });
  return (
    <>
      <PageHeading
        lead={
          search.rights === 'staff'
            ? 'The staff, and what each of them may use. Choose a name to change it.'
            : 'Everybody with an account. Choose a name to manage it.'
        }
        actions={
          search.rights === 'staff' ? (
            <LinkButton to="/admin/users">All Users</LinkButton>
          ) : (
            <LinkButton to="/admin/users" search={{ rights: 'staff' }}>
              Staff
            </LinkButton>
          )
        }
      >
        Users
      </PageHeading>
      <Stack>
        <Filters search={search} />
        <UserList search={search} />
      </Stack>
    </>
  );
}

function Filters({ search }: { search: UsersSearch }) {
  const isAdmin = useMay()();
  return (
    <FilterForm
      inline
      search={search}
      keep={{ sort: search.sort }}
      fields={[
        {
          name: 'search',
          label: 'Search',
          type: 'search',
          icon: 'search',
          placeholder: isAdmin ? 'Name or exact email' : 'Name',
          autoCapitalize: 'none',
          spellCheck: false,
          maxLength: 254,
        },
        { name: 'rights', label: 'Rights', placeholder: 'All', options: rights },
        { name: 'state', label: 'State', placeholder: 'All', options: states },
      ]}
      submit={
        <Button type="submit" tone="primary">
          Search
        </Button>
      }
    />
  );
}

function UserList({ search }: { search: UsersSearch }) {
  const query = useQuery(usersQuery(search));
  // A new filter or order starts at its first page. Until that page has loaded, the cursors of the
  // list still shown are not valid for it.
  const isStaleList = query.isPlaceholderData && !search.after && !search.before;
  const page = search.after || search.before ? search.page : 1;
  const step = (cursor: Partial<UsersSearch> | null, target: number) =>
    cursor && !isStaleList ? { link: linkTo({ ...cursor, page: Math.max(1, target) }) } : {};
  return (
    <QueryView
      query={query}
      errorHeading="The users could not be loaded"
      loadingText="Loading users..."
    >
      {({ users, total, previous, next }) =>
        users.length === 0 ? (
          <NoUsers />
        ) : (
          <Stack gap={6} aria-busy={query.isPlaceholderData}>
            <Stack gap={2}>
              <Text as="output" tone="muted" className="sans">
                {describeTotal(total)}
              </Text>
              <Panel variant="plain" pad="none">
                <UserTable users={users} search={search} />
              </Panel>
            </Stack>
            {(previous ?? next) && (
              <PagerSteps
                label="Pages of users"
                status={describePage(page, countPages(total))}
                previous={step(previous ? { before: previous } : null, page - 1)}
                next={step(next ? { after: next } : null, page + 1)}
              />
            )}
            {search.search && search.after && (
              <Text centred className="sans">
                <Link to="/admin/users" search={changeUsers({})}>
                  Back to the first results
                </Link>
              </Text>
            )}
          </Stack>
        )
      }
    </QueryView>
  );
}

function linkTo(target: Partial<UsersSearch>) {
  return linkOptions({ to: '/admin/users', search: changeUsers(target) });
}

function describeTotal(total: number): string {
  if (total > maxCountedUsers) return `More than ${maxCountedUsers.toLocaleString('en')} players`;
  return formatCount(total, 'player');
}

/** Undefined if there are too many to count. */
function countPages(total: number): number | undefined {
  return total > maxCountedUsers ? undefined : Math.ceil(total / usersPageSize);
}

function NoUsers() {
  return (
    <Panel variant="plain">
      <EmptyState
        scene="signpost"
        heading="No users found"
        text="No account matches this search."
        action={<LinkButton to="/admin/users">Show All Users</LinkButton>}
      />
    </Panel>
  );
}
