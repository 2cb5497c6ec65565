import { sql } from 'kysely';

import { isFor } from '#server/db/expressions.ts';
import type { Db, Trx } from '#server/db/schema.ts';
import { isNameOf } from '#server/lib/data/personal-data.ts';
import type { DataOwner } from '#server/lib/data/personal-data.ts';

/** A game that ignores the kick cannot delay the deletion for longer. */
const onlineHours = 1;

/** Each of these ends by itself: an email is given up within a day, a checkout expires, a lease ends. */
export async function findReasonToWait(
  db: Db,
  owner: DataOwner & { closingAt: Date | null },
): Promise<string | undefined> {
  const { id, email, closingAt } = owner;
  const { rows } = await sql<{ reason: string }>`
    select reason from (values
      ('an email', exists (
        select from mails where state = 'waiting' and lower(recipient) = ${email.toLowerCase()})),
      ('a payment', exists (
        select from orders where account_id = ${id}
          and (state in ('created', 'pending', 'processing') or losses_due
            or state = 'paid' and receipt_at is null and paid_at > now() - interval '3 days'))),
      ('a delivery', exists (
        select from purchases where ${isFor(id)} and state = 'claimed')),
      ('the game', ${closingAt} > now() - make_interval(hours => ${onlineHours}) and exists (
        select from game_servers, unnest(players) as player
        where is_online and ${isNameOf('player', owner)})),
      ('a command', exists (
        select from game_commands where state in ('waiting', 'sent') and not_after > now()
          and ${isNameOf(`args ->> 'player'`, owner)}))
    ) as reasons (reason, holds) where holds limit 1`.execute(db);
  return rows[0]?.reason;
}

/** Deliveries to the player that no game has taken; gifts go back to who paid. One that a game took is marked for an admin (deliveries.personal-data.ts). */
export async function findOpenPurchases(trx: Trx, accountId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('purchases')
    .select('id')
    .where(isFor(accountId))
    .where('ends_id', 'is', null)
    .where((row) =>
      row.or([
        row('state', '=', 'attention'),
        row.and([row('state', '=', 'queued'), row('server_id', 'is', null)]),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The names that the account had before and that nobody else could take since. */
export function findEarlierNames(trx: Trx, accountId: number) {
  return trx
    .selectFrom('reserved_names')
    .select(['username', 'username_key as usernameKey'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
}
