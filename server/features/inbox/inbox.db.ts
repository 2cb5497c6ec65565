import { sql } from 'kysely';
import type { Insertable, Updateable } from 'kysely';

import { countRows, hasRow, insertRow } from '#server/db/rows.ts';
import type { Db, Schema } from '#server/db/schema.ts';
import type { AboutKind, ThreadState } from '#shared/rules/inbox.ts';

/** An upload can be used for 23 hours and is deleted after 24, so that both never happen at once. */
const usableFor = sql`interval '23 hours'`;
const unusedAfter = sql`interval '24 hours'`;

/** Every change of a thread locks its player first, so that the changes of one player queue up. */
export async function lockPlayer(db: Db, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(db);
}

export async function lockPlayerOf(db: Db, threadId: number): Promise<void> {
  await sql`
    select from accounts where id = (select account_id from inbox_threads where id = ${threadId})
    for no key update`.execute(db);
}

export type ThreadRow = NonNullable<Awaited<ReturnType<typeof findThread>>>;

export function findThread(db: Db, id: number) {
  return selectThread(db).where('thread.id', '=', id).executeTakeFirst();
}

/** After `lockPlayer`. The row's own lock keeps the job from deleting it. */
export function lockThread(db: Db, id: number) {
  return selectThread(db).where('thread.id', '=', id).forNoKeyUpdate('thread').executeTakeFirst();
}

/** With its player and assignee. `aboutName` is the id of the record, or the name of a player. */
export function selectThread(db: Db) {
  return selectThreads(db, 'staff')
    .innerJoin('accounts as player', 'player.id', 'thread.account_id')
    .leftJoin('accounts as assignee', 'assignee.id', 'thread.assignee_id')
    .select([
      'thread.account_id as accountId',
      'thread.category',
      'thread.about_kind as aboutKind',
      'thread.about_id as aboutId',
      sql<string | null>`case thread.about_kind
        when 'player' then (select username from accounts where id = thread.about_id::bigint)
        else thread.about_id end`.as('aboutName'),
      'thread.sanction_id as sanctionId',
      'thread.priority',
      'thread.waiting_since as waitingSince',
      'thread.version',
      'thread.decided_by as decidedBy',
      'player.username as player',
      'player.user_rights as userRights',
      'player.email',
      'player.created_at as joinedAt',
      'assignee.username as assignee',
    ]);
}

/** `isUnread` is for one side. */
export function selectThreads(db: Db, side: 'staff' | 'player') {
  return db
    .selectFrom('inbox_threads as thread')
    .select([
      'thread.id',
      'thread.kind',
      'thread.subject',
      'thread.state',
      'thread.created_at as createdAt',
      'thread.last_message_at as lastMessageAt',
      'thread.is_accepted as isAccepted',
      `thread.is_unread_by_${side} as isUnread`,
    ]);
}

function selectOwnThreads(db: Db, accountId: number) {
  return selectThreads(db, 'player').where('thread.account_id', '=', accountId);
}

export function findOwnThreads(db: Db, accountId: number) {
  return selectOwnThreads(db, accountId)
    .orderBy('thread.last_message_at', 'desc')
    .orderBy('thread.id', 'desc')
    .limit(100)
    .execute();
}

export function findOwnThread(db: Db, accountId: number, id: number) {
  return selectOwnThreads(db, accountId).where('thread.id', '=', id).executeTakeFirst();
}

export function findLatestAppeal(db: Db, accountId: number, sanctionId: number) {
  return selectOwnThreads(db, accountId)
    .select('thread.decided_at as decidedAt')
    .where('thread.sanction_id', '=', sanctionId)
    .orderBy('thread.id', 'desc')
    .executeTakeFirst();
}

type StoredMessage = {
  id: number;
  at: Date;
  author: string;
  isStaff: boolean;
  isNote: boolean;
  text: string;
  pictures: PictureColumns[];
};
type PictureColumns = {
  mediaHash: string;
  mediaWidth: number;
  mediaHeight: number;
  mediaWidths: number[];
};

export async function findMessages(
  db: Db,
  threadId: number,
  { withNotes }: { withNotes: boolean },
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select message.id, at, coalesce(author.username, '') as author,
      is_staff as "isStaff", is_note as "isNote", text,
      coalesce((select json_agg(json_build_object('mediaHash', media.hash, 'mediaWidth', width,
          'mediaHeight', height, 'mediaWidths', widths) order by position)
        from inbox_pictures join media on media.hash = inbox_pictures.hash
        where message_id = message.id), '[]') as pictures
    from inbox_messages as message left join accounts as author on author.id = author_id
    where thread_id = ${threadId} and (${withNotes} or not is_note)
    order by message.id`.execute(db);
  return rows;
}

export function insertThread(db: Db, thread: Insertable<Schema['inbox_threads']>): Promise<number> {
  return insertRow(db, 'inbox_threads', thread);
}

export function insertMessage(
  db: Db,
  message: Insertable<Schema['inbox_messages']>,
): Promise<number> {
  return insertRow(db, 'inbox_messages', message);
}

export async function updateThread(
  db: Db,
  id: number,
  changes: Updateable<Schema['inbox_threads']>,
): Promise<void> {
  await db.updateTable('inbox_threads').set(changes).where('id', '=', id).execute();
}

/** A player's message opens the thread again. The oldest one without an answer says how long it waits. */
export async function recordMessage(
  db: Db,
  id: number,
  { isStaff, state }: { isStaff: boolean; state: ThreadState },
): Promise<void> {
  await setState(db, id, state);
  await sql`
    update inbox_threads set last_message_at = now(), is_unread_by_staff = ${!isStaff},
      is_unread_by_player = is_unread_by_player or ${isStaff},
      first_answer_at = coalesce(first_answer_at, case when ${isStaff} then now() end)
    where id = ${id}`.execute(db);
}

export async function setState(db: Db, id: number, state: ThreadState): Promise<void> {
  await sql`
    update inbox_threads set version = version + 1, state = ${state},
      closed_at = case when ${state} = 'closed' then coalesce(closed_at, now()) end,
      waiting_since = case when state <> 'open' and ${state} = 'open' then now() else waiting_since end,
      is_unread_by_staff = is_unread_by_staff and ${state} <> 'closed'
    where id = ${id}`.execute(db);
}

export async function markReadByPlayer(db: Db, accountId: number, id: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update inbox_threads set is_unread_by_player = false
    where id = ${id} and account_id = ${accountId}`.execute(db);
  return numAffectedRows > 0n;
}

/** Messages with their pictures. Both threads are those of one player. */
export async function moveMessages(db: Db, from: number, into: number): Promise<void> {
  await sql`
    update inbox_messages set thread_id = ${into} where thread_id = ${from}`.execute(db);
  await sql`
    update inbox_threads as target set version = target.version + 1,
      state = case when source.state = 'open' then 'open' else target.state end,
      waiting_since = least(target.waiting_since, source.waiting_since),
      last_message_at = greatest(target.last_message_at, source.last_message_at),
      is_unread_by_staff = target.is_unread_by_staff or source.is_unread_by_staff,
      is_unread_by_player = target.is_unread_by_player or source.is_unread_by_player,
      first_answer_at = least(target.first_answer_at, source.first_answer_at)
    from inbox_threads as source
    where target.id = ${into} and source.id = ${from}`.execute(db);
}

export async function findOpenThreadAbout(
  db: Db,
  { accountId, kind, id }: { accountId: number; kind: AboutKind; id: string },
): Promise<number | undefined> {
  const thread = await db
    .selectFrom('inbox_threads')
    .select('id')
    .where('account_id', '=', accountId)
    .where('about_kind', '=', kind)
    .where('about_id', '=', id)
    .where('state', '<>', 'closed')
    .executeTakeFirst();
  return thread?.id;
}

export function countActive(db: Db, accountId: number): Promise<number> {
  return countRows(
    db,
    'inbox_threads',
    sql`account_id = ${accountId} and state <> 'closed' and kind <> 'appeal'`,
  );
}

export function isBlocked(db: Db, accountId: number): Promise<boolean> {
  return hasRow(db, 'inbox_blocks', sql`account_id = ${accountId}`);
}

export async function setBlocked(
  db: Db,
  accountId: number,
  { isBlocked: isNow, by }: { isBlocked: boolean; by: string },
): Promise<void> {
  await (
    isNow
      ? sql`insert into inbox_blocks (account_id, blocked_by) values (${accountId}, ${by}) on conflict do nothing`
      : sql`delete from inbox_blocks where account_id = ${accountId}`
  ).execute(db);
}

export async function insertUpload(db: Db, accountId: number, hash: string): Promise<void> {
  await db.insertInto('inbox_pictures').values({ hash, account_id: accountId }).execute();
}

/** Returns how many of the hashes were uploads of this account that no message uses. */
export async function attachPictures(
  db: Db,
  { accountId, messageId, hashes }: { accountId: number; messageId: number; hashes: string[] },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update inbox_pictures set message_id = ${messageId}, position = given.position
    from unnest(${hashes}::text[]) with ordinality as given (hash, position)
    where inbox_pictures.hash = given.hash and account_id = ${accountId} and message_id is null
      and created_at > now() - ${usableFor}`.execute(db);
  return Number(numAffectedRows);
}

/** Also those of deleted messages. */
export async function findUnusedPictures(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from inbox_pictures
    where message_id is null and created_at < now() - ${unusedAfter}
    order by created_at limit ${limit}`.execute(db);
  return rows.map(({ hash }) => hash);
}

/** Returns how many. Their pictures become unused. */
export async function deleteClosedThreads(
  db: Db,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from inbox_threads where id = any (array(
      select id from inbox_threads where closed_at < now() - make_interval(days => ${days})
      order by closed_at limit ${limit}
    ))`.execute(db);
  return Number(numAffectedRows);
}
