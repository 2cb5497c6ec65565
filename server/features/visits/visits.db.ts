import { sql } from 'kysely';

import { isFor } from '#server/db/expressions.ts';
import type { Db } from '#server/db/schema.ts';

import type { ExperienceBySkill } from './visits.tables.ts';

type Player = { id: number; usernameKey: string };

const hasEnded = sql`visit.seen_at < now() - interval '30 minutes'`;

/** One statement: of two looks at once, the second sees that the first has begun the visit. */
export async function recordLook(db: Db, { id, usernameKey }: Player): Promise<void> {
  await sql`
    insert into account_visits as visit (account_id, seen_experience)
    select ${id}, (
      select jsonb_object_agg(skills.name, players.experience[skills.position])
      from players cross join skills where players.name_key = ${usernameKey}
    )
    on conflict (account_id) do update set
      last_visit_at = case when ${hasEnded} then visit.seen_at else visit.last_visit_at end,
      last_visit_experience =
        case when ${hasEnded} then visit.seen_experience else visit.last_visit_experience end,
      seen_at = greatest(visit.seen_at, excluded.seen_at),
      seen_experience = excluded.seen_experience`.execute(db);
}

export async function findVisit(db: Db, accountId: number) {
  const { rows } = await sql<{
    memberSince: Date;
    since: Date | null;
    experience: ExperienceBySkill | null;
  }>`
    select accounts.created_at as "memberSince", last_visit_at as since,
      last_visit_experience as experience
    from accounts left join account_visits on account_id = accounts.id
    where accounts.id = ${accountId}`.execute(db);
  return rows[0]!;
}

/** The skills of the player's character; none if the game has not reported it. */
export async function findExperience(db: Db, usernameKey: string) {
  const { rows } = await sql<{ skill: string; startLevel: number; tenths: number }>`
    select skills.name as skill, start_level as "startLevel",
      players.experience[skills.position] as tenths
    from players cross join skills
    where players.name_key = ${usernameKey} order by skills.position`.execute(db);
  return rows;
}

export function findDeliveries(db: Db, accountId: number, since: Date) {
  return db
    .selectFrom('purchases')
    .select(['item_name as item', 'quantity'])
    .where(isFor(accountId))
    .where('ends_id', 'is', null)
    .where('delivered_at', '>', since)
    .orderBy('delivered_at', 'desc')
    .limit(100)
    .execute();
}

/** By the rules of assert-ballot.ts. */
export async function findOpenPolls(db: Db, { id, usernameKey }: Player) {
  const { rows } = await sql<{ id: string; title: string }>`
    select polls.id::text as id, polls.title from polls
    join accounts on accounts.id = ${id}
    where polls.ended_at is null and polls.ends_at > now()
      and accounts.created_at <= now() - make_interval(days => polls.min_account_age_days)
      and (polls.min_total_level = 0 or polls.min_total_level <= (
        select total_level from players where name_key = ${usernameKey}))
      and not exists (
        select from poll_votes where poll_id = polls.id and account_id = accounts.id)
      and not exists (
        select from poll_past_voters where poll_id = polls.id and account_id = accounts.id)
    order by polls.ends_at, polls.id limit 20`.execute(db);
  return rows;
}

export function findOwnEvents(db: Db, accountId: number) {
  return selectUpcoming(db)
    .innerJoin('event_attendance as mark', 'mark.event_id', 'events.id')
    .where('mark.account_id', '=', accountId)
    .where('mark.state', '=', 'going')
    .limit(20)
    .execute();
}

export function findNextEvent(db: Db) {
  return selectUpcoming(db).limit(1).executeTakeFirst();
}

function selectUpcoming(db: Db) {
  return db
    .selectFrom('events')
    .select(['events.id', 'events.title', 'events.starts_at as startsAt'])
    .where('events.deleted_at', 'is', null)
    .where('events.starts_at', '>', sql<Date>`now()`)
    .orderBy('events.starts_at')
    .orderBy('events.id');
}
