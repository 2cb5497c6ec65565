import { sql } from 'kysely';

import { deletedName, isNameOf, readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const contractsPersonalData: PersonalData = {
  parts: [
    {
      title: 'Contracts you changed last',
      tables: ['contracts'],
      read: readRows(
        (owner) => sql`
          select id, name, updated_at from contracts where ${isNameOf('updated_by', owner)} order by id`,
      ),
    },
  ],
  async erase(trx, owner) {
    await sql`
      update contracts set updated_by = ${deletedName}
      where ${isNameOf('updated_by', owner)}`.execute(trx);
  },
};
