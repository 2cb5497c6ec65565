import type { Insertable } from 'kysely';

import type { Db, Schema } from '#server/db/schema.ts';

export type PastMovement = Insertable<Schema['ledger']>;

/** Inserts the row directly, because move_coins() always uses the current time. */
export async function insertPastMovement(trx: Db, movement: PastMovement): Promise<void> {
  await trx.insertInto('ledger').values(movement).execute();
}
