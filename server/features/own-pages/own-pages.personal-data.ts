import { sql } from 'kysely';

import { sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const ownPagesPersonalData: PersonalData = {
  parts: [
    sqlRows(
      'Pages you wrote',
      ['own_page_versions'],
      ({ id }) => sql`
        select slug, version, title, saved_at
        from own_page_versions join own_pages on own_pages.id = page_id
        where saved_by = ${id} order by saved_at`,
    ),
  ],
};
