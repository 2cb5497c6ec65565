import type { Generated, GeneratedAlways } from 'kysely';

import type { NullableJsonColumn } from '#server/db/columns.ts';
import type { DiscordKind, MessageState } from '#shared/rules/discord.ts';

import type { Embed } from './embeds.ts';

export type DiscordTables = {
  discord_hooks: {
    kind: DiscordKind;
    webhook_id: string | null;
    token: string | null;
    hint: string | null;
    is_on: Generated<boolean>;
    on_since: Generated<Date>;
    amount: number | null;
    failure: string | null;
    seen: NullableJsonColumn<Record<string, unknown>>;
  };
  discord_messages: {
    id: GeneratedAlways<number>;
    kind: DiscordKind;
    thing: string;
    title: string;
    embed: NullableJsonColumn<Embed>;
    account_id: number | null;
    state: Generated<MessageState>;
    attempts: Generated<number>;
    created_at: Generated<Date>;
    due_at: Generated<Date>;
    give_up_at: Generated<Date>;
    finished_at: Date | null;
    last_error: string | null;
  };
  discord_limits: {
    bucket: string;
    until: Date;
  };
  discord_links: {
    account_id: number;
    discord_id: string;
    name: string;
    linked_at: Generated<Date>;
  };
  discord_members: {
    discord_id: string;
    roles: Generated<string[]>;
    due_at: Generated<Date>;
  };
};
