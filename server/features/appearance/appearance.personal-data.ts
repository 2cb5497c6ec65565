import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const appearancePersonalData: PersonalData = {
  parts: [
    {
      title: 'Appearances you published',
      tables: ['appearance_versions'],
      read: readRows(
        ({ id }) => sql`
          select id as version, published_at from appearance_versions where published_by = ${id} order by id`,
      ),
    },
  ],
};
