import type { Generated, GeneratedAlways } from 'kysely';

import type { AboutKind, ThreadKind, ThreadState } from '#shared/rules/inbox.ts';

export type InboxTables = {
  inbox_threads: {
    id: GeneratedAlways<number>;
    account_id: number;
    kind: ThreadKind;
    category: Generated<string>;
    subject: string;
    about_kind: AboutKind | null;
    about_id: string | null;
    sanction_id: number | null;
    state: Generated<ThreadState>;
    /** The position in `priorities`. */
    priority: Generated<number>;
    assignee_id: number | null;
    version: Generated<number>;
    created_at: Generated<Date>;
    /** When the message was written that the staff has to answer. */
    waiting_since: Generated<Date>;
    last_message_at: Generated<Date>;
    first_answer_at: Date | null;
    closed_at: Date | null;
    is_unread_by_staff: Generated<boolean>;
    is_unread_by_player: Generated<boolean>;
    is_accepted: boolean | null;
    decided_at: Date | null;
    decided_by: string | null;
  };
  inbox_messages: {
    id: GeneratedAlways<number>;
    thread_id: number;
    at: Generated<Date>;
    author_id: number | null;
    is_staff: boolean;
    is_note: Generated<boolean>;
    text: string;
  };
  inbox_pictures: {
    hash: string;
    account_id: number | null;
    message_id: number | null;
    position: Generated<number>;
    created_at: Generated<Date>;
  };
  inbox_blocks: {
    account_id: number;
    blocked_by: string;
    at: Generated<Date>;
  };
};
