import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const mailTextsPersonalData: PersonalData = {
  parts: [
    {
      title: 'Email texts you saved',
      tables: ['mail_text_versions'],
      read: readRows(
        ({ id }) => sql`
          select kind, version, saved_at from mail_text_versions where saved_by = ${id} order by saved_at`,
      ),
    },
  ],
};
