import { sql } from 'kysely';

import { isInDays } from '#server/db/expressions.ts';
import type { Db } from '#server/db/schema.ts';
import type { AuditFilter } from '#shared/endpoints/audit.ts';
import { toUsernameKey } from '#shared/rules/usernames.ts';

/** Newest first. */
export function findAuditEntries(
  db: Db,
  filter: AuditFilter,
  { before, size }: { before: number | undefined; size: number },
) {
  let query = db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_name as actor', 'action', 'subject', 'before', 'after', 'ip'])
    .orderBy('id', 'desc')
    .limit(size);
  if (before !== undefined) query = query.where('id', '<', before);
  if (filter.actor) {
    query = query.where(sql<boolean>`lower(actor_name) = ${filter.actor.trim().toLowerCase()}`);
  }
  if (filter.action) {
    const { action } = filter;
    query = action.includes('/')
      ? query.where('action', '=', action)
      : query.where(sql<boolean>`starts_with(action, ${`${action}/`})`);
  }
  if (filter.subject) {
    const subject = filter.subject.trim();
    query = query.where('subject', 'in', [subject, toUsernameKey(subject)]);
  }
  if (filter.player) query = query.where(aboutPlayer(toUsernameKey(filter.player)));
  return query.where(isInDays('at', filter.from, filter.to)).execute();
}

/** Entries name orders, deliveries and purchases by id: all subjects are collected first, so that the index finds them. */
function aboutPlayer(key: string) {
  const accountId = sql`(select id from accounts where username_key = ${key})`;
  const orders = sql`select id::text from orders where account_id = ${accountId}`;
  const deliveries = sql`select delivery_id::text from purchases where account_id = ${accountId}`;
  const purchases = sql`select id::text from purchases where account_id = ${accountId}`;
  return sql<boolean>`subject = any (array(
      select ${key}::text union all select ${accountId}::text
      union all ${orders} union all ${deliveries} union all ${purchases}
    ))
    and (
      subject = ${key}
      or subject in (${orders})
      or subject in (${deliveries})
      or (action = 'shop/purchase-refunded' and subject in (${purchases}))
      or (action = 'wallet/adjusted' and subject = ${accountId}::text)
    )`;
}

/** Skip scan: one index lookup per kind of action, however long the log is. */
export async function listAuditActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive kinds as (
      (select action from audit_log order by action limit 1)
      union all
      select (
        select a.action from audit_log a where a.action > kinds.action order by a.action limit 1
      ) from kinds where kinds.action is not null
    )
    select action from kinds where action is not null order by action`.execute(db);
  return rows.map(({ action }) => action);
}
