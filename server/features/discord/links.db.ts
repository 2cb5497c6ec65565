import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';
import type { RoleRule } from '#shared/endpoints/discord.ts';
import { rights } from '#shared/rules/permissions.ts';

export function findLink(db: Db, accountId: number) {
  return db
    .selectFrom('discord_links')
    .select(['discord_id as discordId', 'name', 'linked_at as linkedAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export async function countLinks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('discord_links')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

type Attempt = { stateHash: Buffer; accountId: number; sessionId: string; verifier: string };

/** Replaces the player's earlier attempts. */
export async function insertAttempt(db: Db, attempt: Attempt, minutes: number): Promise<void> {
  const { stateHash, accountId, sessionId, verifier } = attempt;
  await db.deleteFrom('discord_link_attempts').where('account_id', '=', accountId).execute();
  await db
    .insertInto('discord_link_attempts')
    .values({
      state_hash: stateHash,
      account_id: accountId,
      session_id: sessionId,
      verifier,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

/** Works once, in the session that began it. */
export async function takeAttempt(
  db: Db,
  { stateHash, sessionId }: Pick<Attempt, 'stateHash' | 'sessionId'>,
): Promise<{ verifier: string } | undefined> {
  return db
    .deleteFrom('discord_link_attempts')
    .where('state_hash', '=', stateHash)
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('verifier')
    .executeTakeFirst();
}

export function deleteOldAttempts(db: Db) {
  return sql`delete from discord_link_attempts where expires_at < now()`.execute(db);
}

/** False if the Discord account belongs to another player. Replaces the player's own link. */
export async function replaceLink(
  db: Db,
  link: { accountId: number; discordId: string; name: string },
): Promise<boolean> {
  const { accountId, discordId, name } = link;
  await deleteLink(db, accountId);
  const inserted = await db
    .insertInto('discord_links')
    .values({ account_id: accountId, discord_id: discordId, name })
    .onConflict((conflict) => conflict.column('discord_id').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (inserted) await checkMemberSoon(db, discordId);
  return inserted !== undefined;
}

/** The row in discord_members stays, so that the job takes the roles back. */
export async function deleteLink(db: Db, accountId: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('discord_links')
    .where('account_id', '=', accountId)
    .returning(['discord_id as discordId', 'name'])
    .executeTakeFirst();
  if (row) await checkMemberSoon(db, row.discordId);
  return row?.name;
}

async function checkMemberSoon(db: Db, discordId: string): Promise<void> {
  await db
    .insertInto('discord_members')
    .values({ discord_id: discordId })
    .onConflict((conflict) =>
      conflict.column('discord_id').doUpdateSet({ due_at: sql<Date>`now()` }),
    )
    .execute();
}

/** The roles that each linked account should have, sorted. */
function wantedRoles(rules: readonly RoleRule[]) {
  return sql`
    select link.discord_id, coalesce(array_agg(distinct rule.role_id)
      filter (where rule.role_id is not null), '{}') as roles
    from discord_links as link
    join accounts as account on account.id = link.account_id
    left join jsonb_to_recordset(${JSON.stringify(toColumns(rules))}::jsonb)
      as rule (role_id text, reason text, coins bigint, least_rights integer)
      on rule.reason = 'linked'
      or account.user_rights >= rule.least_rights
      or rule.reason = 'donor' and rule.coins <= (
        select coalesce(sum(amount), 0) from ledger
        where ledger.account_id = account.id and book = 'topups')
    group by link.discord_id`;
}

function toColumns(rules: readonly RoleRule[]) {
  return rules.map(({ roleId, reason, coins }) => ({
    role_id: roleId,
    reason,
    coins,
    least_rights: reason === 'linked' || reason === 'donor' ? null : rights[reason],
  }));
}

/** Members whose reasons began or ended are checked now. */
export async function markChangedMembers(db: Db, rules: readonly RoleRule[]): Promise<void> {
  await sql`
    update discord_members as member set due_at = now()
    from (${wantedRoles(rules)}) as wanted
    where wanted.discord_id = member.discord_id and member.is_member and member.due_at > now()
      and member.roles is distinct from wanted.roles`.execute(db);
}

export type DueMember = { discordId: string; roles: string[]; wanted: string[]; isLinked: boolean };

export async function findDueMembers(
  db: Db,
  rules: readonly RoleRule[],
  limit: number,
): Promise<DueMember[]> {
  const { rows } = await sql<DueMember>`
    select member.discord_id as "discordId", member.roles, coalesce(wanted.roles, '{}') as wanted,
      wanted.discord_id is not null as "isLinked"
    from discord_members as member
    left join (${wantedRoles(rules)}) as wanted on wanted.discord_id = member.discord_id
    where member.due_at <= now() order by member.due_at limit ${limit}`.execute(db);
  return rows;
}

export async function updateMember(
  db: Db,
  discordId: string,
  { roles, isMember, hours }: { roles: string[]; isMember: boolean; hours: number },
): Promise<void> {
  await db
    .updateTable('discord_members')
    .set({
      roles,
      is_member: isMember,
      due_at: sql<Date>`now() + make_interval(hours => ${hours})`,
    })
    .where('discord_id', '=', discordId)
    .execute();
}

export async function postponeMember(db: Db, discordId: string, seconds: number): Promise<void> {
  await db
    .updateTable('discord_members')
    .set({ due_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('discord_id', '=', discordId)
    .execute();
}

/** Nothing if the account was linked again meanwhile. */
export async function deleteUnlinkedMember(db: Db, discordId: string): Promise<void> {
  await sql`
    delete from discord_members where discord_id = ${discordId}
      and not exists (select from discord_links where discord_id = ${discordId})`.execute(db);
}

/** Without a bot no role can be taken back. */
export async function deleteUnlinkedMembers(db: Db): Promise<void> {
  await sql`
    delete from discord_members as member
    where not exists (select from discord_links as link where link.discord_id = member.discord_id)`.execute(
    db,
  );
}
