import type { Generated } from 'kysely';

import type { NullableJsonColumn } from '#server/db/columns.ts';

export type MailTextsTables = {
  mail_text_versions: {
    kind: string;
    version: number;
    /** Null: the default text. */
    document: NullableJsonColumn;
    saved_at: Generated<Date>;
    saved_by: number | null;
  };
};
