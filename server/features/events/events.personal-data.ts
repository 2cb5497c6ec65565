import { sql } from 'kysely';

import { forgetInText, ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const eventsPersonalData: PersonalData = {
  parts: [
    ownRows(
      'Events you host',
      'events.creator_id',
      'id, title, description, type, starts_at, zone, created_at, updated_at, deleted_at',
    ),
    ownRows(
      'Repeating events you host',
      'event_series.creator_id',
      `id, title, description, type, zone, local_time, every_weeks, weekdays, first_day, last_day,
        created_at, updated_at, deleted_at`,
    ),
    sqlRows(
      'Events you attend',
      ['event_attendance', 'event_reminders'],
      ({ id }) => sql`
        select title, events.starts_at, mark.state, marked_at, claimed_at as reminder_sent_at
        from event_attendance as mark
        join events on events.id = mark.event_id
        left join event_reminders as reminder on reminder.event_id = mark.event_id
          and reminder.account_id = mark.account_id and reminder.starts_at = events.starts_at
        where mark.account_id = ${id} order by events.starts_at, events.id`,
    ),
    ownRows('Event reminders', 'event_reminder_opt_outs.account_id', "'off' as reminders"),
  ],
  deletes: ['event_attendance', 'event_reminders', 'event_reminder_opt_outs'],
  /** Events stay, because others may attend them. A series gets no further dates. */
  async erase(trx, owner) {
    await sql`
      update events set title = left(${forgetInText('title', owner)}, 100),
        description = left(${forgetInText('description', owner)}, 2000), sequence = sequence + 1
      where creator_id = ${owner.id}`.execute(trx);
    await sql`
      update event_series set title = left(${forgetInText('title', owner)}, 100),
        description = left(${forgetInText('description', owner)}, 2000), sequence = sequence + 1,
        last_day = least(last_day, planned_to)
      where creator_id = ${owner.id}`.execute(trx);
  },
};
