import { useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';

import { readFields } from '#client/lib/form.ts';
import { useMay } from '#client/lib/use-may.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageHeading } from '#client/ui/page-heading.tsx';
import { describePage, PagerSteps } from '#client/ui/pager.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { SelectField } from '#client/ui/select-field.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { maxCountedUsers, rankNames, usersPageSize } from '#shared/players.ts';

import { changeUsers, usersQuery } from './admin-users.queries.ts';
import type { UsersSearch } from './players-search.ts';
import { UserTable } from './user-table.tsx';

import styles from './admin-users-page.module.css';

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
            <Link to="/admin/users" search={{}} className={buttonClass()}>
              All Users
            </Link>
          ) : (
            <Link to="/admin/users" search={{ rights: 'staff' }} className={buttonClass()}>
              Staff
            </Link>
          )
        }
      >
        Users
      </PageHeading>
      <Filters search={search} />
      <UserList search={search} />
    </>
  );
}

function Filters({ search }: { search: UsersSearch }) {
  const isAdmin = useMay()();
  const navigate = useNavigate();
  function go(change: Partial<UsersSearch>) {
    void navigate({ to: '/admin/users', search: changeUsers(change), resetScroll: false });
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    go({ search: readFields(event.currentTarget).search?.trim() || undefined });
  }
  return (
    <search>
      <form className={styles.filters} onSubmit={submit}>
        <TextField
          // Remount on navigation, so that going back restores the text.
          key={search.search ?? ''}
          type="search"
          name="search"
          label="Search"
          icon="search"
          placeholder={isAdmin ? 'Name, or exact email address' : 'Name'}
          defaultValue={search.search}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          className={styles.search}
        />
        <SelectField
          label="Rights"
          placeholder="All"
          value={search.rights ?? ''}
          options={[
            { value: 'staff', label: 'All staff' },
            ...Object.entries(rankNames).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ target }) =>
            go({ rights: (target.value || undefined) as UsersSearch['rights'] })
          }
        />
        <SelectField
          label="State"
          placeholder="All"
          value={search.state ?? ''}
          options={[
            { value: 'banned', label: 'Banned' },
            { value: 'muted', label: 'Muted' },
          ]}
          onChange={({ target }) =>
            go({ state: (target.value || undefined) as UsersSearch['state'] })
          }
        />
        <button type="submit" className={buttonClass({ tone: 'primary' })}>
          Search
        </button>
      </form>
    </search>
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
          <div aria-busy={query.isPlaceholderData}>
            <output className={styles.count}>{describeTotal(total)}</output>
            <Panel variant="plain" pad="none">
              <UserTable users={users} search={search} />
            </Panel>
            {(previous ?? next) && (
              <div className={styles.pager}>
                <PagerSteps
                  label="Pages of users"
                  status={describePage(page, countPages(total))}
                  previous={step(previous ? { before: previous } : null, page - 1)}
                  next={step(next ? { after: next } : null, page + 1)}
                />
              </div>
            )}
            {search.search && search.after && (
              <p className={styles.back}>
                <Link to="/admin/users" search={changeUsers({})}>
                  Back to the first results
                </Link>
              </p>
            )}
          </div>
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
  return `${total.toLocaleString('en')} ${total === 1 ? 'player' : 'players'}`;
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
        action={
          <Link to="/admin/users" search={{}} className={buttonClass()}>
            Show All Users
          </Link>
        }
      />
    </Panel>
  );
}
