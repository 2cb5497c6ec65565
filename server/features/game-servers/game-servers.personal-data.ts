import { sql } from 'kysely';

import { isNameOf, ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const gameServersPersonalData: PersonalData = {
  parts: [
    ownRows('Shown online', 'hidden_players.account_id', "'no' as shown"),
    sqlRows(
      'Playing now',
      ['game_servers'],
      (owner) => sql`
        select name as game_server, heartbeat_at as seen_at from game_servers
        where is_online and exists (
          select from unnest(players) as player where ${isNameOf('player', owner)}
        ) order by id`,
    ),
    sqlRows(
      'Game server tokens you created',
      ['game_tokens'],
      (owner) => sql`
        select name as game_server, game_tokens.created_at, revoked_at
        from game_tokens join game_servers on game_servers.id = server_id
        where ${isNameOf('created_by', owner)} order by game_tokens.id`,
    ),
  ],
  deletes: ['hidden_players'],
  names: ['game_tokens.created_by'],
  async erase(trx, owner) {
    const isPlayer = isNameOf('player', owner);
    await sql`
      update game_servers set players = array(
        select player from unnest(players) as player where not ${isPlayer}
      ) where exists (select from unnest(players) as player where ${isPlayer})`.execute(trx);
  },
};
