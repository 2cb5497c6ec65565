import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isAnyOf, isOfPlayer, sanctionInForce, selectPermissions } from '#server/db/expressions.ts';
import { hasRow } from '#server/db/rows.ts';
import type { Db } from '#server/db/schema.ts';
import type { ThreadQuery } from '#shared/endpoints/inbox.ts';
import { isAdmin } from '#shared/rules/permissions.ts';
import { isAllowed } from '#shared/rules/staff-permissions.ts';
import type { Standing } from '#shared/rules/staff-permissions.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

import { selectThread, selectThreads } from './inbox.db.ts';

type Caller = Standing & { id: number };

/**
 * Only admins see threads of their own and reports about themselves, which have notes. Appeals are for those who may
 * sanction, and of players with lower rights than theirs.
 */
function isVisibleTo({ id, ...caller }: Caller): RawBuilder<boolean> {
  if (isAdmin(caller.userRights)) return sql`true`;
  const isOfOthers = sql`thread.account_id <> ${id}
    and (thread.about_kind is distinct from 'player' or thread.about_id <> ${String(id)})`;
  if (!isAllowed(caller, ['players'])) return sql`${isOfOthers} and thread.kind <> 'appeal'`;
  return sql`${isOfOthers} and (thread.kind <> 'appeal'
    or (select user_rights from accounts where id = thread.account_id) < ${caller.userRights})`;
}

type Filter = Omit<ThreadQuery, 'page'>;

function matches(caller: Caller, { state = 'active', kind, assigned, player }: Filter) {
  const isOpen = sql`thread.state <> 'closed'`;
  const states = {
    active: isOpen,
    open: sql`${isOpen} and thread.state = 'open'`,
    waiting: sql`${isOpen} and thread.state = 'waiting'`,
    closed: sql`thread.closed_at is not null`,
  };
  const assignments = {
    me: sql`thread.assignee_id = ${caller.id}`,
    none: sql`thread.assignee_id is null`,
  };
  return sql<boolean>`${states[state]} and ${isVisibleTo(caller)}
    and ${kind ? sql`thread.kind = ${kind}` : sql`true`}
    and ${assigned ? assignments[assigned] : sql`true`}
    and ${player ? isOfPlayer('thread.account_id', { player }) : sql`true`}`;
}

type Rows = { limit: number; offset: number };

/**
 * Unread and oldest first, in the order of the index; closed ones by when they were closed. Only the rows of the page
 * are joined, because a late page has thousands before it.
 */
export function listThreads(db: Db, caller: Caller, filter: Filter, { limit, offset }: Rows) {
  const order =
    filter.state === 'closed'
      ? sql`thread.closed_at desc, thread.id desc`
      : sql`thread.is_unread_by_staff desc, thread.priority desc, thread.waiting_since, thread.id`;
  const ids = sql`
    select thread.id from inbox_threads as thread where ${matches(caller, filter)}
    order by ${order} limit ${limit} offset ${offset}`;
  return selectThread(db).where(isAnyOf('thread.id', ids)).orderBy(order).execute();
}

export async function countThreads(db: Db, caller: Caller, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from inbox_threads as thread
    where ${matches(caller, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function canSeeThread(db: Db, caller: Caller, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from inbox_threads as thread where id = ${id} and ${isVisibleTo(caller)}`.execute(db);
  return rows.length > 0;
}

export function findOtherThreads(
  db: Db,
  caller: Caller,
  { id, accountId }: { id: number; accountId: number },
) {
  return selectThreads(db, 'staff')
    .where('thread.account_id', '=', accountId)
    .where('thread.id', '<>', id)
    .where(isVisibleTo(caller))
    .orderBy('thread.last_message_at', 'desc')
    .limit(20)
    .execute();
}

export async function markSeen(db: Db, id: number): Promise<void> {
  await sql`
    update inbox_threads set is_unread_by_staff = false
    where id = ${id} and is_unread_by_staff`.execute(db);
}

/** Accounts that may read the thread and are not banned; with `appealOf`, that of a player with these rights. */
export async function findStaff(
  db: Db,
  { appealOf }: { appealOf: number | null },
): Promise<{ id: number; username: string }[]> {
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from (
      select *, ${selectPermissions('accounts')} as held from accounts where user_rights > 0
    ) as account
    where (user_rights = 3 or 'inbox' = any (held)
        and (${appealOf}::integer is null or 'players' = any (held) and user_rights > ${appealOf}))
      and pending_since is null and deleted_at is null and not is_player_banned(username_key)
    order by username`.execute(db);
  return rows;
}

export function findSanction(db: Db, id: number) {
  return db
    .selectFrom('sanctions')
    .select([
      'id',
      'kind',
      'reason',
      'issued_by as issuedBy',
      'issued_at as issuedAt',
      'expires_at as expiresAt',
      sanctionInForce('sanctions').as('isInForce'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** By the name, or after a change of the name by the entry in the audit log, which has the same time. */
export async function hasIssued(
  db: Db,
  caller: { id: number; username: string },
  { id, issuedBy }: { id: number; issuedBy: string },
): Promise<boolean> {
  if (toUsernameKey(issuedBy) === toUsernameKey(caller.username)) return true;
  const actions = ['accounts/banned', 'accounts/muted'];
  return hasRow(
    db,
    'audit_log',
    sql`at = (select issued_at from sanctions where id = ${id}) and actor_id = ${caller.id} and action = any (${actions}::text[])`,
  );
}

/** The median of the threads of 30 days that were answered. */
export async function findFirstAnswerMinutes(db: Db): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select round(percentile_cont(0.5) within group (
      order by extract(epoch from first_answer_at - created_at)) / 60)::integer as minutes
    from inbox_threads
    where created_at > now() - interval '30 days' and first_answer_at is not null`.execute(db);
  return rows[0]?.minutes ?? null;
}
