import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

import { retentionDays } from '../data/retention.ts';
import type { MailContent, QueuedMail } from './mail.ts';

export type WaitingMail = {
  id: number;
  messageId: string;
  to: string;
  subject: string;
  content: MailContent;
  attempts: number;
};

/** Long enough for three slow deliveries. After a crash the email is sent again when the lease expires. */
const leaseSeconds = 300;

export async function insertMail(db: Db, mail: QueuedMail): Promise<void> {
  const { to, subject, giveUpAt, isUrgent = false, ...content } = mail;
  await db
    .insertInto('mails')
    .values({
      recipient: to,
      subject,
      content: JSON.stringify(content),
      is_urgent: isUrgent,
      ...(giveUpAt && { give_up_at: giveUpAt }),
    })
    .execute();
}

/** Leases due emails to the caller: no other process gets them until the lease expires. */
export async function claimMails(db: Db, count: number): Promise<WaitingMail[]> {
  const { rows } = await sql<WaitingMail>`
    with due as (
      select id from mails where state = 'waiting' and due_at <= now()
      order by is_urgent desc, due_at, id limit ${count} for update skip locked
    )
    update mails set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    from due where mails.id = due.id
    returning mails.id, message_id as "messageId", recipient as "to", subject, content, attempts`.execute(
    db,
  );
  return rows;
}

export async function markSent(db: Db, id: number): Promise<void> {
  await sql`
    update mails set state = 'sent', content = null, finished_at = now(), last_error = null
    where id = ${id} and state = 'waiting'`.execute(db);
}

type Failure = {
  error: string;
  retryInSeconds: number;
  isFinal: boolean;
  /** The recipient may have got the email. */
  isAnswerLost: boolean;
};

/** So many copies at most. */
const maxLostAnswers = 3;

/** Returns the new state, or undefined if the lease had expired and another process has claimed the email. */
export async function recordFailure(
  db: Db,
  { id, attempts }: Pick<WaitingMail, 'id' | 'attempts'>,
  { error, retryInSeconds, isFinal, isAnswerLost }: Failure,
): Promise<'waiting' | 'failed' | undefined> {
  const { rows } = await sql<{ state: 'waiting' | 'failed' }>`
    with outcome as (
      select id, lost_answers + ${isAnswerLost}::boolean::integer as lost,
        ${isFinal}::boolean or give_up_at <= now()
          or lost_answers + ${isAnswerLost}::boolean::integer >= ${maxLostAnswers} as is_over
      from mails where id = ${id} and attempts = ${attempts} and state = 'waiting'
    )
    update mails set
      last_error = ${error},
      lost_answers = lost,
      state = case when is_over then 'failed' else 'waiting' end,
      content = case when not is_over then content end,
      finished_at = case when is_over then now() end,
      due_at = least(now() + make_interval(secs => ${retryInSeconds}), give_up_at)
    from outcome where mails.id = outcome.id
    returning state`.execute(db);
  return rows[0]?.state;
}

export async function deleteMail(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

export async function deleteFinishedMails(db: Db): Promise<void> {
  await sql`
    delete from mails
    where state = 'sent' and finished_at < now() - make_interval(days => ${retentionDays.sentMail})
      or state = 'failed'
        and finished_at < now() - make_interval(days => ${retentionDays.failedMail})`.execute(db);
}

export type MailTrouble = { count: number; since: Date; lastError: string | null };

/** Emails that have waited for more than ten minutes, and those that failed in the last three days. */
export async function findMailTrouble(
  db: Db,
): Promise<{ waiting?: MailTrouble; failed?: MailTrouble }> {
  const { rows } = await sql<MailTrouble & { state: 'waiting' | 'failed' }>`
    select state, count(*) as count, min(coalesce(finished_at, created_at)) as since,
      (array_agg(last_error order by coalesce(finished_at, created_at) desc)
        filter (where last_error is not null))[1] as "lastError"
    from mails
    where state = 'waiting' and created_at < now() - interval '10 minutes'
      or state = 'failed' and finished_at > now() - interval '3 days'
    group by state`.execute(db);
  return Object.fromEntries(rows.map(({ state, ...trouble }) => [state, trouble]));
}
