import type { Generated } from 'kysely';

export type ImportedRecordsTables = {
  /** Records that an import brought from another site, so that repeating it adds nothing twice. */
  imported_records: {
    kind: ImportedKind;
    source_id: string;
    record_id: number;
    imported_at: Generated<Date>;
  };
};

export type ImportedKind = 'shop' | 'news' | 'polls' | 'events';
