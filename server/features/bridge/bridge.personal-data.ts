import { sql } from 'kysely';

import { forgetInText, hasNameInJson, ownRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const bridgePersonalData: PersonalData = {
  parts: [ownRows('Game password', 'game_passwords.account_id', 'set_at')],
  deletes: ['game_passwords'],
  async erase(trx, owner) {
    // Only needed for repeated calls, which are refused without the account.
    await sql`
      delete from bridge_answers
      where ${hasNameInJson('answer', owner)} or key <> ${forgetInText('key', owner)}`.execute(trx);
  },
};
