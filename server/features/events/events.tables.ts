import type { Generated, GeneratedAlways } from 'kysely';

export type EventsTables = {
  events: {
    id: GeneratedAlways<number>;
    title: string;
    description: string;
    /** The key of a label. */
    type: string;
    /** For the foreign key. */
    type_list: GeneratedAlways<string>;
    starts_at: Date;
    zone: Generated<string>;
    creator_id: number | null;
    creator_rights: Generated<number>;
    community_manager: Generated<boolean>;
    sequence: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
    is_begun_announced: Generated<boolean>;
  };
  event_attendance: {
    event_id: number;
    account_id: number;
    state: 'interested' | 'going';
    marked_at: Generated<Date>;
  };
  event_reminders: {
    event_id: number;
    account_id: number;
    starts_at: Date;
    claimed_at: Generated<Date>;
  };
  event_reminder_opt_outs: {
    account_id: number;
  };
};
