import { sql } from 'kysely';

import type { Db, Trx } from '#server/db/schema.ts';

export async function leaveOtherSteps(trx: Trx, kept: number[]): Promise<void> {
  await sql`
    update accounts set supporter_step = null
    where supporter_step <> all (${kept}::smallint[])`.execute(trx);
}

export async function setNamedSupporter(
  db: Db,
  accountId: number,
  isNamed: boolean,
): Promise<void> {
  await sql`update accounts set is_named_supporter = ${isNamed} where id = ${accountId}`.execute(
    db,
  );
}
