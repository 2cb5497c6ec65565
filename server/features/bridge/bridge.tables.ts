import type { Generated } from 'kysely';

import type { NullableJsonColumn } from '#server/db/columns.ts';

export type BridgeTables = {
  bridge_answers: BridgeAnswersTable;
  game_passwords: GamePasswordsTable;
};

type BridgeAnswersTable = {
  server_id: number;
  key: string;
  request_hash: Buffer;
  answer: NullableJsonColumn;
  created_at: Generated<Date>;
};

type GamePasswordsTable = {
  account_id: number;
  password_hash: string;
  set_at: Generated<Date>;
};
