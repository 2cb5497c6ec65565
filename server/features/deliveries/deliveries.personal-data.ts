import { sql } from 'kysely';

import { isFor } from '#server/db/expressions.ts';
import { forgetInText, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

const unreported = 'The account was deleted. Check in the game whether the item arrived.';

export const deliveriesPersonalData: PersonalData = {
  parts: [
    sqlRows(
      'Purchases',
      ['purchases'],
      ({ id }) => sql`
        select purchases.id, item_name, item_id, quantity, price, balance_after, purchases.created_at,
          purchases.state, claimed_at, delivered_at, canceled_at, game_servers.name as game_server,
          failures, last_failure, kind, payload ->> 'value' as value, full_price, group_id as bundle,
          receiver_id is not null as is_gift
        from purchases left join game_servers on game_servers.id = server_id
        where account_id = ${id} order by purchases.id`,
    ),
    sqlRows(
      'Gifts from other players',
      ['purchases'],
      ({ id }) => sql`
        select purchases.id, item_name, item_id, quantity, purchases.created_at, state, delivered_at
        from purchases where receiver_id = ${id} order by purchases.id`,
    ),
    sqlRows(
      'Deliveries',
      ['delivery_events'],
      ({ id }) => sql`
        select purchase_id, delivery_events.state, detail, at
        from delivery_events join purchases on purchases.id = purchase_id
        where ${isFor(id)} order by delivery_events.id`,
    ),
  ],
  async erase(trx, owner) {
    await sql`
      update purchases set last_failure = ${forgetInText('last_failure', owner)}
      where (account_id = ${owner.id} or receiver_id = ${owner.id}) and last_failure is not null`.execute(
      trx,
    );
    await sql`
      update delivery_events set detail = ${forgetInText('detail', owner)}
      from purchases
      where purchases.id = purchase_id and (account_id = ${owner.id} or receiver_id = ${owner.id})
        and detail is not null`.execute(trx);
    // The player is gone, so nothing has to be taken back.
    await sql`
      update purchases set state = 'canceled', canceled_at = now(), lease_id = null, lease_session = null
      where ${isFor(owner.id)} and ends_id is not null and state in ('queued', 'attention')`.execute(
      trx,
    );
    // A game server took it and did not report what happened.
    await sql`
      update purchases set state = 'attention', failures = failures + 1, last_failure = ${unreported}
      where ${isFor(owner.id)} and state = 'queued'`.execute(trx);
  },
};
