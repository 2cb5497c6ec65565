import { sql } from 'kysely';

import { isNameOf, readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const gameServersPersonalData: PersonalData = {
  parts: [
    {
      title: 'Playing now',
      tables: ['game_servers'],
      read: readRows(
        (owner) => sql`
          select name as game_server, heartbeat_at as seen_at from game_servers
          where is_online and exists (
            select from unnest(players) as player where ${isNameOf('player', owner)}
          ) order by id`,
      ),
    },
    {
      title: 'Game server tokens you created',
      tables: ['game_tokens'],
      read: readRows(
        (owner) => sql`
          select name as game_server, game_tokens.created_at, revoked_at
          from game_tokens join game_servers on game_servers.id = server_id
          where ${isNameOf('created_by', owner)} order by game_tokens.id`,
      ),
    },
  ],
};
