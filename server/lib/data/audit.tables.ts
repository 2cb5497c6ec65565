import type { Generated, GeneratedAlways } from 'kysely';

import type { NullableJsonColumn } from '#server/db/columns.ts';

export type AuditTables = {
  /** Append-only: the database rejects everything except inserts and removing an address after 90 days. */
  audit_log: {
    id: GeneratedAlways<number>;
    at: Generated<Date>;
    actor_id: number | null;
    actor_name: string | null;
    action: string;
    subject: string | null;
    before: NullableJsonColumn;
    after: NullableJsonColumn;
    ip: string | null;
  };
};
