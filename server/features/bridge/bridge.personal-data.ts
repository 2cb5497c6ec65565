import { sql } from 'kysely';

import { forgetInText, hasNameInJson, readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const bridgePersonalData: PersonalData = {
  parts: [
    {
      title: 'Game password',
      tables: ['game_passwords'],
      read: readRows(({ id }) => sql`select set_at from game_passwords where account_id = ${id}`),
    },
  ],
  async erase(trx, owner) {
    await trx.deleteFrom('game_passwords').where('account_id', '=', owner.id).execute();
    // Only needed for repeated calls, which are refused without the account.
    await sql`
      delete from bridge_answers
      where ${hasNameInJson('answer', owner)} or key <> ${forgetInText('key', owner)}`.execute(trx);
  },
};
