import type { Generated } from 'kysely';

import type { NullableJsonColumn } from '#server/db/columns.ts';

export type BridgeTables = {
  bridge_answers: {
    server_id: number;
    key: string;
    request_hash: Buffer;
    answer: NullableJsonColumn;
    created_at: Generated<Date>;
  };
  game_passwords: {
    account_id: number;
    password_hash: string;
    set_at: Generated<Date>;
  };
};
