import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { RoleRule } from '#shared/endpoints/discord.ts';
import { rights } from '#shared/rules/permissions.ts';

export async function findName(db: Db, accountId: number): Promise<string | null> {
  const row = await db
    .selectFrom('discord_links')
    .select('name')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Throws a unique violation if the Discord account belongs to another player. */
export async function insertLink(
  db: Db,
  { accountId, discordId, name }: { accountId: number; discordId: string; name: string },
): Promise<void> {
  await sql`
    with link as (
      insert into discord_links (account_id, discord_id, name)
      values (${accountId}, ${discordId}, ${name}) returning discord_id
    ) ${checkSoon}`.execute(db);
}

/** The row in discord_members stays, so that the job takes the roles back. */
export async function deleteLink(db: Db, accountId: number): Promise<void> {
  await sql`
    with link as (delete from discord_links where account_id = ${accountId} returning discord_id)
    ${checkSoon}`.execute(db);
}

const checkSoon = sql`
  insert into discord_members (discord_id) select discord_id from link
  on conflict (discord_id) do update set due_at = now()`;

export type DueMember = { discordId: string; roles: string[]; wanted: string[]; isLinked: boolean };

/** Members to compare with Discord, and those whose reasons began or ended. */
export async function findDueMembers(
  db: Db,
  rules: readonly RoleRule[],
  limit: number,
): Promise<DueMember[]> {
  const leastRights = (reason: string) => (reason in rights ? rights[reason as 'admin'] : null);
  const known = rules.map((rule) => ({ ...rule, rights: leastRights(rule.reason) }));
  const { rows } = await sql<DueMember>`
    with wanted as (
      select link.discord_id, coalesce(array_agg(distinct rule."roleId")
        filter (where rule."roleId" is not null), '{}') as roles
      from discord_links as link
      join accounts as account on account.id = link.account_id
      left join jsonb_to_recordset(${JSON.stringify(known)}::jsonb)
        as rule ("roleId" text, reason text, coins bigint, rights integer)
        on rule.reason = 'linked'
        or account.user_rights >= rule.rights
        or rule.reason = 'donor' and rule.coins <= (
          select coalesce(sum(amount), 0) from ledger
          where ledger.account_id = account.id and book = 'topups')
      group by link.discord_id
    )
    select discord_id as "discordId", member.roles, coalesce(wanted.roles, '{}') as wanted,
      wanted.roles is not null as "isLinked"
    from discord_members as member left join wanted using (discord_id)
    where due_at <= now() or member.roles <> wanted.roles
    order by due_at limit ${limit}`.execute(db);
  return rows;
}

/** Without roles they stay as they are. */
export async function updateMember(
  db: Db,
  discordId: string,
  { roles, seconds }: { roles?: string[]; seconds: number },
): Promise<void> {
  await db
    .updateTable('discord_members')
    .set({ ...(roles && { roles }), due_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('discord_id', '=', discordId)
    .execute();
}

/** Nothing if the account was linked again meanwhile. By default all that are not linked. */
export async function deleteUnlinked(db: Db, discordId?: string): Promise<void> {
  await sql`
    delete from discord_members as member
    where discord_id = coalesce(${discordId ?? null}, discord_id)
      and not exists (select from discord_links where discord_id = member.discord_id)`.execute(db);
}
