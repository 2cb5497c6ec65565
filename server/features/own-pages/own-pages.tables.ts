import type { Generated, GeneratedAlways } from 'kysely';

export type OwnPagesTables = {
  own_pages: {
    id: GeneratedAlways<number>;
    slug: string;
    /** Text of its links; null: the title. */
    label: string | null;
    in_navigation: Generated<boolean>;
    in_footer: Generated<boolean>;
    position: number;
    place_version: Generated<number>;
    published_version: number | null;
  };
  own_page_versions: {
    page_id: number;
    version: number;
    title: string;
    description: Generated<string>;
    format: 'html' | 'blocks';
    /** Null: the default text. */
    content: string | null;
    saved_at: Generated<Date>;
    saved_by: number | null;
  };
  own_page_former_addresses: {
    slug: string;
    page_id: number;
  };
};
