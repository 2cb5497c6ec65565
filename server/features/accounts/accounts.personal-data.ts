import { sql } from 'kysely';

import { ownRows, sqlRows } from '#server/lib/data/personal-data.ts';
import type { PersonalData } from '#server/lib/data/personal-data.ts';

export const accountsPersonalData: PersonalData = {
  parts: [
    ownRows(
      'Account',
      'accounts.id',
      `username, email, email_verified_at, email_link_sent_at, created_at, user_rights,
        community_manager, is_named_supporter, identity_provider, signed_out_at, renamed_at`,
    ),
    ownRows('Staff permissions', 'account_permissions.account_id', 'permission, given_at'),
    ownRows(
      'Sessions',
      'sessions.account_id',
      'created_at, last_seen_at, authenticated_at, second_factor_at, expires_at, ip, user_agent',
    ),
    ownRows('Known networks', 'known_networks.account_id', 'network, last_used_at', {
      orderBy: 'last_used_at',
    }),
    sqlRows(
      'Two-factor sign-in',
      ['two_factor_secrets', 'recovery_codes'],
      ({ id }) => sql`
        select created_at, confirmed_at,
          (select count(*)::int from recovery_codes
            where account_id = ${id} and used_at is null) as recovery_codes_left,
          (select max(used_at) from recovery_codes where account_id = ${id})
            as recovery_code_last_used_at
        from two_factor_secrets where account_id = ${id}`,
    ),
    ownRows('Earlier names', 'reserved_names.account_id', 'username, reserved_at, expires_at', {
      orderBy: 'reserved_at',
    }),
  ],
  notExported: {
    name_claims: 'Claims of visitors who have no account yet.',
    ended_sign_ins: 'Times of sign-ins that were logged out in the last hours.',
  },
  deletes: [
    'sessions',
    'known_networks',
    'ended_sign_ins',
    'account_permissions',
    'two_factor_secrets',
    'recovery_codes',
    'reserved_names',
  ],
  async erase(trx, { id, usernameKey }) {
    await sql`
      update accounts set supporter_step = null, is_named_supporter = false
      where id = ${id}`.execute(trx);
    await trx.deleteFrom('reserved_names').where('username_key', '=', usernameKey).execute();
  },
};
