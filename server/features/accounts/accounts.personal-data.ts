import { sql } from 'kysely';

import { readRows } from '#server/lib/personal-data.ts';
import type { PersonalData } from '#server/lib/personal-data.ts';

export const accountsPersonalData: PersonalData = {
  parts: [
    {
      title: 'Account',
      tables: ['accounts'],
      read: readRows(
        ({ id }) => sql`
          select username, email, email_verified_at, email_link_sent_at, created_at, user_rights,
            community_manager, identity_provider, signed_out_at, renamed_at
          from accounts where id = ${id}`,
      ),
    },
    {
      title: 'Staff permissions',
      tables: ['account_permissions'],
      read: readRows(
        ({ id }) => sql`
          select permission, given_at from account_permissions where account_id = ${id}
          order by permission`,
      ),
    },
    {
      title: 'Sessions',
      tables: ['sessions'],
      read: readRows(
        ({ id }) => sql`
          select created_at, last_seen_at, authenticated_at, second_factor_at, expires_at, ip, user_agent
          from sessions where account_id = ${id} order by created_at`,
      ),
    },
    {
      title: 'Known networks',
      tables: ['known_networks'],
      read: readRows(
        ({ id }) => sql`
          select network, last_used_at from known_networks where account_id = ${id}
          order by last_used_at`,
      ),
    },
    {
      title: 'Two-factor sign-in',
      tables: ['two_factor_secrets', 'recovery_codes'],
      read: readRows(
        ({ id }) => sql`
          select created_at, confirmed_at,
            (select count(*)::int from recovery_codes
              where account_id = ${id} and used_at is null) as recovery_codes_left,
            (select max(used_at) from recovery_codes where account_id = ${id})
              as recovery_code_last_used_at
          from two_factor_secrets where account_id = ${id}`,
      ),
    },
    {
      title: 'Earlier names',
      tables: ['reserved_names'],
      read: readRows(
        ({ id }) => sql`
          select username, reserved_at, expires_at from reserved_names where account_id = ${id}
          order by reserved_at`,
      ),
    },
  ],
  notExported: {
    name_claims: 'Claims of visitors who have no account yet.',
    ended_sign_ins: 'Times of sign-ins that were logged out in the last hours.',
  },
  async erase(trx, { id, usernameKey }) {
    await trx.deleteFrom('sessions').where('account_id', '=', id).execute();
    await trx.deleteFrom('known_networks').where('account_id', '=', id).execute();
    await trx.deleteFrom('ended_sign_ins').where('account_id', '=', id).execute();
    await trx.deleteFrom('account_permissions').where('account_id', '=', id).execute();
    await trx.deleteFrom('two_factor_secrets').where('account_id', '=', id).execute();
    await trx.deleteFrom('recovery_codes').where('account_id', '=', id).execute();
    await trx
      .deleteFrom('reserved_names')
      .where((row) => row.or([row('username_key', '=', usernameKey), row('account_id', '=', id)]))
      .execute();
  },
};
