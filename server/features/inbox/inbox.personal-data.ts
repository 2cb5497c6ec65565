import { sql } from 'kysely';

import { forgetInText, ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

/** Without notes and the names of the staff. The pictures are among those of the feature media. */
export const inboxPersonalData: PersonalData = {
  parts: [
    sqlRows(
      'Reports, questions and appeals',
      ['inbox_threads', 'inbox_messages', 'inbox_pictures'],
      ({ id }) => sql`
        select id, kind, category, subject, state, created_at, closed_at, is_accepted, decided_at,
          (select json_agg(json_build_object('at', at, 'by_staff', is_staff, 'text', text,
              'pictures', (select json_agg(hash order by position) from inbox_pictures
                where message_id = inbox_messages.id)) order by inbox_messages.id)
            from inbox_messages where thread_id = inbox_threads.id and not is_note) as messages
        from inbox_threads where account_id = ${id} order by id`,
    ),
    ownRows('Blocks from the inbox', 'inbox_blocks.account_id', 'at'),
    sqlRows(
      'Answers and notes that you wrote as staff',
      ['inbox_messages'],
      ({ id }) => sql`
        select thread_id as thread, at, is_note from inbox_messages
        where author_id = ${id} and is_staff order by inbox_messages.id`,
    ),
  ],
  deletes: ['inbox_threads', 'inbox_blocks'],
  names: ['inbox_threads.decided_by', 'inbox_blocks.blocked_by'],
  /** Their messages are deleted with the threads; the job deletes the pictures, which are unused then. */
  async erase(trx, owner) {
    const { id } = owner;
    await sql`update inbox_messages set author_id = null where author_id = ${id}`.execute(trx);
    await sql`update inbox_threads set assignee_id = null where assignee_id = ${id}`.execute(trx);
    await sql`
      update inbox_pictures set account_id = null, created_at = created_at - interval '1 day'
      where account_id = ${id}`.execute(trx);
    await sql`
      update inbox_threads set subject = ${forgetInText('subject', owner)}
      where about_kind = 'player' and about_id = ${String(id)}`.execute(trx);
  },
};
