import { sql } from 'kysely';

import {
  deletedName,
  forgetInJson,
  forgetInText,
  hasNameInJson,
  isNameOf,
  ownRows,
  sqlRows,
} from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const gameCommandsPersonalData: PersonalData = {
  parts: [
    sqlRows(
      'Commands to the game about you',
      ['game_commands'],
      (owner) => sql`
        select type, args, state, detail, created_at, finished_at from game_commands
        where ${isNameOf(`args ->> 'player'`, owner)} order by id`,
    ),
    ownRows(
      'Commands to the game that you sent',
      'game_commands.actor_id',
      'type, state, created_at, finished_at',
      { orderBy: 'id' },
    ),
  ],
  async erase(trx, owner) {
    const isAbout = hasNameInJson('args', owner);
    const isBy = sql`(actor_id is not distinct from ${owner.id} or ${isNameOf('actor_name', owner)})`;
    await sql`
      update game_commands set
        actor_name = case when ${isBy} then ${deletedName} else actor_name end,
        args = ${forgetInJson('args', owner)},
        detail = ${forgetInText('detail', owner)},
        state = case when ${isAbout} and finished_at is null then 'expired' else state end,
        finished_at = case when ${isAbout} then coalesce(finished_at, now()) else finished_at end
      where ${isAbout} or ${isBy}`.execute(trx);
  },
};
