import type { Generated, GeneratedAlways } from 'kysely';

import type { JsonColumn } from '#server/db/columns.ts';
import type { GameServerState } from '#shared/endpoints/bridge.ts';

export type GameServersTables = {
  game_servers: {
    id: GeneratedAlways<number>;
    name: string;
    created_at: Generated<Date>;
    removed_at: Date | null;
    is_online: Generated<boolean>;
    state: Generated<GameServerState>;
    boot_id: string | null;
    version: string | null;
    online: Generated<number>;
    max_online: Generated<number>;
    players: Generated<string[]>;
    started_at: Date | null;
    heartbeat_at: Date | null;
    /** From the last heartbeat, also while the server is offline. */
    rejected_saves: Generated<number>;
    counts_for_hiscores: Generated<boolean>;
    /** Whether its game has ever sent a heartbeat, its items or a claim. */
    has_connected: Generated<boolean>;
    /** From the last heartbeat. */
    delivery_kinds: Generated<string[]>;
  };
  game_tokens: {
    id: GeneratedAlways<number>;
    server_id: number;
    secret_hash: Buffer;
    /** The last characters of the secret, so that admins can tell tokens apart. */
    hint: string;
    /** 1 or 2, or null once revoked. */
    slot: number | null;
    scopes: string[];
    addresses: Generated<string[]>;
    created_at: Generated<Date>;
    created_by: string;
    last_seen_at: Date | null;
    last_seen_ip: string | null;
    revoked_at: Date | null;
  };
  game_item_lists: {
    server_id: number;
    /** An int4multirange: read it only with SQL. */
    ids: string;
    names: JsonColumn<Record<string, string>>;
    reported_at: Generated<Date>;
  };
  hidden_players: {
    account_id: number;
  };
  online_samples: {
    server_id: number;
    at: Date;
    /** Length of the sampled period. */
    seconds: number;
    peak: number;
    total: number;
    samples: number;
  };
};
