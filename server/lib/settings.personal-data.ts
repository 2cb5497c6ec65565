import { sql } from 'kysely';

import { readRows } from './personal-data.ts';
import type { PersonalData } from './personal-data.ts';

export const settingsPersonalData: PersonalData = {
  parts: [
    {
      title: 'Settings you changed last',
      tables: ['settings'],
      read: readRows(
        ({ id }) => sql`
          select key, updated_at from settings where updated_by = ${id} order by key`,
      ),
    },
  ],
};
