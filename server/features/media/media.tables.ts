import type { Generated } from 'kysely';

export type MediaTables = {
  /** Uploaded pictures; the files are in the media store, named by hash and width. */
  media: {
    hash: string;
    width: number;
    height: number;
    widths: number[];
    created_at: Generated<Date>;
    created_by: number | null;
  };
};
