import { sql } from 'kysely';

import { ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

/** The embedded provider only: what Firebase stores is not in this database. */
export const identityPersonalData: PersonalData = {
  parts: [
    ownRows(
      'Sign-in',
      'identity_users.uid',
      `email, email_verified_at, created_at, last_login_at, valid_since as password_changed_at,
        is_disabled`,
      { by: 'uid' },
    ),
    ownRows(
      'Sign-ins that have not expired',
      'identity_refresh_tokens.uid',
      'signed_in_at, created_at, expires_at',
      { by: 'uid', orderBy: 'created_at' },
    ),
    sqlRows(
      'Links sent by email',
      ['identity_email_codes', 'identity_reset_codes'],
      ({ uid }) => sql`
        select 'confirm email' as purpose, email, expires_at, used_at
        from identity_email_codes where uid = ${uid}
        union all
        select 'reset password', null, expires_at, null
        from identity_reset_codes where uid = ${uid} and is_mailed
        order by expires_at`,
    ),
  ],
  async erase(trx, { uid }) {
    await trx.deleteFrom('identity_users').where('uid', '=', uid).execute();
  },
};
