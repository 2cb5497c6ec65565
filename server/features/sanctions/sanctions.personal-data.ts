import { sql } from 'kysely';

import { deletedName, isNameOf, readRows } from '#server/lib/personal-data.ts';
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
  async erase(trx, owner) {
    await trx.deleteFrom('sanctions').where('account_id', '=', owner.id).execute();
    await trx.deleteFrom('infractions').where('account_id', '=', owner.id).execute();
    await sql`
      update sanctions set
        issued_by = case when ${isNameOf('issued_by', owner)} then ${deletedName} else issued_by end,
        lifted_by = case when ${isNameOf('lifted_by', owner)} then ${deletedName} else lifted_by end
      where ${isNameOf('issued_by', owner)} or ${isNameOf('lifted_by', owner)}`.execute(trx);
    await sql`
      update infractions set noted_by = ${deletedName}
      where ${isNameOf('noted_by', owner)}`.execute(trx);
  },
};
