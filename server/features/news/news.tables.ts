import type { Generated, GeneratedAlways } from 'kysely';

import type { NewsState } from '#shared/endpoints/news.ts';

export type NewsTables = {
  news_posts: {
    id: GeneratedAlways<number>;
    title: string;
    /** The key of a label. */
    category: string;
    /** For the foreign key. */
    category_list: GeneratedAlways<string>;
    /** Picture on an allowed host. An uploaded picture is in media_hash instead. */
    display_image: string | null;
    media_hash: string | null;
    content: string;
    teaser: string;
    state: NewsState;
    publish_at: Date | null;
    published_at: Date | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    updated_by: number | null;
  };
};
