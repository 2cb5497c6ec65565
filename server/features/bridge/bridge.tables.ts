import type { Generated, GeneratedAlways } from 'kysely';

import type { JsonColumn, NullableJsonColumn } from '#server/db/columns.ts';
import type { CommandType, GameServerState } from '#shared/bridge.ts';
import type { CommandState } from '#shared/game-servers.ts';

export type BridgeTables = {
  game_servers: GameServersTable;
  game_tokens: GameTokensTable;
  game_passwords: GamePasswordsTable;
  game_commands: GameCommandsTable;
  bridge_answers: BridgeAnswersTable;
  online_samples: OnlineSamplesTable;
};

type GameServersTable = {
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
};

type GameTokensTable = {
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

type GamePasswordsTable = {
  account_id: number;
  password_hash: string;
  set_at: Generated<Date>;
};

type GameCommandsTable = {
  id: Generated<number>;
  server_id: number;
  type: CommandType;
  args: JsonColumn<Record<string, unknown>>;
  actor_id: number | null;
  actor_name: string;
  state: Generated<CommandState>;
  detail: string | null;
  created_at: Generated<Date>;
  not_after: Date | null;
  sent_at: Date | null;
  finished_at: Date | null;
};

type BridgeAnswersTable = {
  server_id: number;
  key: string;
  request_hash: Buffer;
  answer: NullableJsonColumn;
  created_at: Generated<Date>;
};

type OnlineSamplesTable = {
  server_id: number;
  at: Date;
  /** Length of the sampled period. */
  seconds: number;
  peak: number;
  total: number;
  samples: number;
};
