import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const deliveriesPersonalData: PersonalData = {
  parts: [
    {
      title: 'Purchases',
      tables: ['purchases'],
      read: readRows(
        ({ id }) => sql`
          select purchases.id, item_name, item_id, quantity, price, balance_after, purchases.created_at,
            purchases.state, claimed_at, delivered_at, canceled_at, game_servers.name as game_server,
            failures, last_failure
          from purchases left join game_servers on game_servers.id = server_id
          where account_id = ${id} order by purchases.id`,
      ),
    },
    {
      title: 'Deliveries',
      tables: ['delivery_events'],
      read: readRows(
        ({ id }) => sql`
          select purchase_id, delivery_events.state, detail, at
          from delivery_events join purchases on purchases.id = purchase_id
          where account_id = ${id} order by delivery_events.id`,
      ),
    },
  ],
};
