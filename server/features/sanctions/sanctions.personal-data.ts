import { sql } from 'kysely';

import { isNameOf, ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

/** Without the names of the staff. */
export const sanctionsPersonalData: PersonalData = {
  parts: [
    ownRows(
      'Bans and mutes',
      'sanctions.account_id',
      'kind, reason, source, issued_at, expires_at, lifted_at',
      { orderBy: 'id' },
    ),
    ownRows('Notes of the staff', 'infractions.account_id', 'note, at', { orderBy: 'id' }),
    sqlRows(
      'Sanctions and notes that you gave as staff',
      ['sanctions', 'infractions'],
      (owner) => sql`
        select kind, issued_at as at from sanctions
        where ${isNameOf('issued_by', owner)}
        union all
        select 'note', at from infractions where ${isNameOf('noted_by', owner)}
        order by at`,
    ),
  ],
  deletes: ['sanctions', 'infractions'],
  names: ['sanctions.issued_by', 'sanctions.lifted_by', 'infractions.noted_by'],
};
