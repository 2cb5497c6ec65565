import { sql } from 'kysely';

import {
  deletedName,
  forgetInJson,
  forgottenAs,
  hasEmailIn,
  hasNameInJson,
  isNameOf,
  ownRows,
  sqlRows,
} from './personal-data.ts';
import type { PersonalData } from './personal-data.ts';

/** Without the names of others: who changed the account, and whom the account changed. */
export const auditPersonalData: PersonalData = {
  parts: [
    sqlRows(
      'Log of changes to your account',
      ['audit_log'],
      ({ id, usernameKey }) => sql`
        select at, action, before, after, case when actor_id = ${id} then ip end as ip
        from audit_log
        where subject = ${usernameKey} and split_part(action, '/', 1) in ('accounts', 'hiscores', 'sanctions')
          or subject = ${String(id)} and action = 'wallet/adjusted'
        order by id`,
    ),
    ownRows('Log of what you did as staff', 'audit_log.actor_id', 'at, action, ip', {
      orderBy: 'id',
    }),
  ],
  async erase(trx, owner) {
    const { id, usernameKey } = owner;
    const isSubject = sql<boolean>`
      (subject = ${usernameKey} and split_part(action, '/', 1) in ('accounts', 'hiscores', 'sanctions'))`;
    const isAbout = sql<boolean>`
      (${isSubject} or subject = ${String(id)} and action = 'wallet/adjusted')`;
    // Their values are names that the account had before.
    const isRename = sql<boolean>`(${isSubject} and action like 'accounts/renamed%')`;
    const isBy = sql<boolean>`
      (actor_id is not distinct from ${id} or ${isNameOf('actor_name', owner)})`;
    await sql`
      update audit_log set
        actor_name = case when ${isBy} then ${deletedName} else actor_name end,
        subject = case when ${isSubject} then ${forgottenAs(owner).key} else subject end,
        before = case when ${isRename} then null else ${forgetInJson('before', owner, isAbout)} end,
        after = case when ${isRename} then null else ${forgetInJson('after', owner, isAbout)} end,
        ip = case when ${isBy} then null else ip end
      where ${isAbout} or ${isBy}
        or ${hasNameInJson('before', owner)} or ${hasNameInJson('after', owner)}
        or ${hasEmailIn('before::text', owner)} or ${hasEmailIn('after::text', owner)}`.execute(
      trx,
    );
  },
};
