import { sql } from 'kysely';

import { readRows } from './personal-data.ts';
import type { PersonalData } from './personal-data.ts';

/** Without the names of others: who changed the account, and whom the account changed. */
export const auditPersonalData: PersonalData = {
  parts: [
    {
      title: 'Log of changes to your account',
      tables: ['audit_log'],
      read: readRows(
        ({ id, usernameKey }) => sql`
          select at, action, before, after, case when actor_id = ${id} then ip end as ip
          from audit_log
          where subject = ${usernameKey} and split_part(action, '/', 1) in ('accounts', 'hiscores', 'sanctions')
            or subject = ${String(id)} and action = 'wallet/adjusted'
          order by id`,
      ),
    },
    {
      title: 'Log of what you did as staff',
      tables: ['audit_log'],
      read: readRows(
        ({ id }) => sql`
          select at, action, ip from audit_log where actor_id = ${id} order by id`,
      ),
    },
  ],
};
