import { sql } from 'kysely';

import { isNameOf, readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

/** Without the names of the staff. */
export const sanctionsPersonalData: PersonalData = {
  parts: [
    {
      title: 'Bans and mutes',
      tables: ['sanctions'],
      read: readRows(
        ({ id }) => sql`
          select kind, reason, source, issued_at, expires_at, lifted_at
          from sanctions where account_id = ${id} order by id`,
      ),
    },
    {
      title: 'Notes of the staff',
      tables: ['infractions'],
      read: readRows(
        ({ id }) => sql`select note, at from infractions where account_id = ${id} order by id`,
      ),
    },
    {
      title: 'Sanctions and notes that you gave as staff',
      tables: ['sanctions', 'infractions'],
      read: readRows(
        (owner) => sql`
          select kind, issued_at as at from sanctions
          where ${isNameOf('issued_by', owner)}
          union all
          select 'note', at from infractions where ${isNameOf('noted_by', owner)}
          order by at`,
      ),
    },
  ],
};
