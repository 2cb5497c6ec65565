import type { Generated, GeneratedAlways } from 'kysely';

import type { CodeKind } from '#shared/endpoints/codes.ts';
import type { SaleScope } from '#shared/endpoints/sales.ts';
import type { ProductKind } from '#shared/rules/product-kinds.ts';

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
    kind: Generated<ProductKind>;
    category_id: number | null;
    /** For all players together; sold_of_limit counts from when it was set. */
    total_limit: number | null;
    sold_of_limit: Generated<number>;
    /** Raised when a limit is set, so that a refund of an earlier purchase does not count. */
    limit_round: Generated<number>;
    needs_level: number | null;
    needs_step: number | null;
    /** The rank, the membership, or the command with {player} in it. */
    grant_value: string | null;
    /** The command at the end. */
    end_value: string | null;
    /** Null: for ever. */
    days: number | null;
    is_one_delivery: Generated<boolean>;
    /** No sale and no discount goes below it. */
    least_price: Generated<number>;
    is_plain: GeneratedAlways<boolean>;
  };
  shop_categories: {
    id: GeneratedAlways<number>;
    name: string;
    position: Generated<number>;
  };
  bundle_items: {
    bundle_id: number;
    item_id: number;
    count: number;
    position: number;
  };
  shop_sales: {
    id: GeneratedAlways<number>;
    name: string;
    /** Either percent or price. */
    percent: number | null;
    price: number | null;
    scope: SaleScope;
    category_id: number | null;
    starts_at: Date;
    ends_at: Date;
    is_on_home: Generated<boolean>;
    /** When open pages last got a message that the sale began or ended. */
    told_at: Generated<Date>;
    version: Generated<number>;
    updated_at: Generated<Date>;
    updated_by: number | null;
    deleted_at: Date | null;
  };
  shop_sale_items: {
    sale_id: number;
    item_id: number;
  };
  /** The item that a player wants most. */
  pinned_items: {
    account_id: number;
    shop_item_id: number;
  };
  /** Percent off the next purchase of an account. */
  shop_discounts: {
    id: GeneratedAlways<number>;
    account_id: number;
    percent: number;
    label: string;
    expires_at: Date | null;
    code_use_id: number | null;
    /** Null until it is used; then the purchase, or the first one of a bundle. */
    purchase_id: number | null;
  };
  /** Ranks, memberships and commands that were delivered; written by start_grant and end_grant. */
  shop_grants: {
    purchase_id: number;
    account_id: number;
    server_id: number;
    kind: ProductKind;
    value: string;
    starts_at: Date;
    ends_at: Date | null;
    ended_at: Date | null;
    end_purchase_id: number | null;
  };
  /** The rules of the codes that were made together. */
  code_batches: {
    id: GeneratedAlways<number>;
    name: string;
    kind: CodeKind;
    value: number;
    word: string | null;
    player_limit: number;
    expires_at: Date | null;
    is_on: Generated<boolean>;
    created_at: Generated<Date>;
  };
  codes: {
    id: GeneratedAlways<number>;
    batch_id: number;
    hash: Buffer;
    label: string;
    uses: Generated<number>;
    max_uses: number | null;
  };
  code_uses: {
    id: GeneratedAlways<number>;
    code_id: number;
    batch_id: number;
    account_id: number | null;
    at: Generated<Date>;
    turn: number;
    purchase_id: number | null;
  };
  gift_notes: {
    purchase_id: number;
    note: string;
    reported_at: Date | null;
    kept_at: Date | null;
  };
  gift_mail_wishes: {
    account_id: number;
  };
};
