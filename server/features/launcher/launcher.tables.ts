import type { Generated } from 'kysely';

import type { LauncherKind } from '#shared/rules/launcher-kinds.ts';

export type LauncherTables = {
  launcher: {
    kind: LauncherKind;
    version: string;
    requirement: string;
    /** The file; all null for a link. */
    file_name: string | null;
    size: number | null;
    sha256: string | null;
    /** Only for a link. */
    url: string | null;
    is_live: Generated<boolean>;
    updated_at: Generated<Date>;
  };
};
