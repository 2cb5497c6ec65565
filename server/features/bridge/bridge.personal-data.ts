import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const bridgePersonalData: PersonalData = {
  parts: [
    {
      title: 'Game password',
      tables: ['game_passwords'],
      read: readRows(({ id }) => sql`select set_at from game_passwords where account_id = ${id}`),
    },
  ],
};
