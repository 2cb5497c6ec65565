import { sql } from 'kysely';

import { isNameOf, readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const gameCommandsPersonalData: PersonalData = {
  parts: [
    {
      title: 'Commands to the game about you',
      tables: ['game_commands'],
      read: readRows(
        (owner) => sql`
          select type, args, state, detail, created_at, finished_at from game_commands
          where ${isNameOf(`args ->> 'player'`, owner)} order by id`,
      ),
    },
    {
      title: 'Commands to the game that you sent',
      tables: ['game_commands'],
      read: readRows(
        ({ id }) => sql`
          select type, state, created_at, finished_at from game_commands
          where actor_id = ${id} order by id`,
      ),
    },
  ],
};
