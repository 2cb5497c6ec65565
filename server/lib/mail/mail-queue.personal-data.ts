import { sql } from 'kysely';

import { sqlRows } from '../data/personal-data.ts';
import type { PersonalData } from '../data/personal-data.ts';

/** Without the content, which is in the player's mailbox and may contain a link that signs in. */
export const mailPersonalData: PersonalData = {
  parts: [
    sqlRows(
      'Emails to you',
      ['mails'],
      ({ email }) => sql`
        select subject, state, created_at, finished_at, last_error from mails
        where lower(recipient) = ${email.toLowerCase()} order by id`,
    ),
  ],
  async erase(trx, { email }) {
    await sql`delete from mails where lower(recipient) = ${email.toLowerCase()}`.execute(trx);
  },
};
