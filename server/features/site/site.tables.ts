import type { Generated } from 'kysely';

export type SiteTables = {
  launcher: {
    id: Generated<boolean>;
    version: string;
    file_name: string | null;
    size: number | null;
    sha256: string | null;
    is_live: Generated<boolean>;
    updated_at: Generated<Date>;
  };
};
