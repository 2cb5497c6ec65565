import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

/** Of the embedded provider only: what Firebase stores is not in this database. */
export const identityPersonalData: PersonalData = {
  parts: [
    {
      title: 'Sign-in',
      tables: ['identity_users'],
      read: readRows(
        ({ uid }) => sql`
          select email, email_verified_at, created_at, last_login_at, valid_since as password_changed_at,
            is_disabled
          from identity_users where uid = ${uid}`,
      ),
    },
    {
      title: 'Sign-ins that have not expired',
      tables: ['identity_refresh_tokens'],
      read: readRows(
        ({ uid }) => sql`
          select signed_in_at, created_at, expires_at from identity_refresh_tokens
          where uid = ${uid} order by created_at`,
      ),
    },
    {
      title: 'Links sent by email',
      tables: ['identity_email_codes', 'identity_reset_codes'],
      read: readRows(
        ({ uid }) => sql`
          select 'confirm email' as purpose, email, expires_at, used_at
          from identity_email_codes where uid = ${uid}
          union all
          select 'reset password', null, expires_at, null
          from identity_reset_codes where uid = ${uid} and is_mailed
          order by expires_at`,
      ),
    },
  ],
  async erase(trx, { uid }) {
    await trx.deleteFrom('identity_users').where('uid', '=', uid).execute();
  },
};
