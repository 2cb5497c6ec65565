import { sql } from 'kysely';

import type { Trx } from '#server/db/schema.ts';
import { forgetInJson, forgetInText, hasNameInJson } from '#server/lib/data/personal-data.ts';
import type { DataOwner } from '#server/lib/data/personal-data.ts';

/** A real provider keeps its own records; the privacy policy says so. */
export async function eraseSandbox(trx: Trx, owner: DataOwner): Promise<void> {
  await sql`
    update sandbox_sessions set metadata = ${forgetInJson('metadata', owner)},
      payment_metadata = ${forgetInJson('payment_metadata', owner)},
      request = ${forgetInText('request', owner)}, reference = ${forgetInText('reference', owner)}
    where ${hasNameInJson('metadata', owner)}`.execute(trx);
  await sql`
    update sandbox_refunds set metadata = ${forgetInJson('metadata', owner)},
      request = ${forgetInText('request', owner)}
    where ${hasNameInJson('metadata', owner)}`.execute(trx);
  await sql`
    update sandbox_events set body = ${forgetInJson('body', owner)}
    where ${hasNameInJson('body', owner)}`.execute(trx);
}
