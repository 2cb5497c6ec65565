import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const newsPersonalData: PersonalData = {
  parts: [
    {
      title: 'News posts you changed last',
      tables: ['news_posts'],
      read: readRows(
        ({ id }) => sql`
          select id, title, state, updated_at from news_posts where updated_by = ${id} order by id`,
      ),
    },
  ],
};
