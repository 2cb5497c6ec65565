import type { Generated } from 'kysely';

import type { JsonColumn } from '#server/db/columns.ts';
import type { CommandState, CommandType } from '#shared/rules/commands.ts';

export type GameCommandsTables = {
  game_commands: {
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
};
