import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const shopPersonalData: PersonalData = {
  parts: [
    {
      title: 'Shop items you changed last',
      tables: ['shop_items'],
      read: readRows(
        ({ id }) => sql`
          select id, name, updated_at from shop_items where updated_by = ${id} order by id`,
      ),
    },
  ],
};
