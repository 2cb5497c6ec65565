import type { Generated } from 'kysely';

import type { NullableJsonColumn } from '#server/db/columns.ts';

export type AppearanceTables = {
  appearance_versions: {
    id: number;
    /** Null: the appearance of a new site. */
    document: NullableJsonColumn;
    published_at: Generated<Date>;
    published_by: number | null;
  };
};
