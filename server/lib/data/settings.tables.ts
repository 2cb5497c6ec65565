import type { Generated } from 'kysely';

import type { JsonColumn } from '#server/db/columns.ts';

export type SettingsTables = {
  settings: {
    key: string;
    value: JsonColumn;
    updated_at: Generated<Date>;
    updated_by: number | null;
  };
};
