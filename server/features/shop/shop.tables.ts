import type { Generated, GeneratedAlways } from 'kysely';

export type ShopTables = {
  shop_items: {
    id: GeneratedAlways<number>;
    name: string;
    description: string;
    /** Picture on an allowed host. An uploaded picture is in media_hash instead. */
    image: string | null;
    media_hash: string | null;
    price: number;
    /** The item's id in the game. */
    item_id: number;
    quantity: Generated<number>;
    is_enabled: Generated<boolean>;
    position: Generated<number>;
    ends_at: Date | null;
    stock: number | null;
    player_limit: number | null;
    /** The game servers that may deliver it; null: every server that delivers. */
    server_ids: number[] | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    updated_by: number | null;
    deleted_at: Date | null;
  };
};
