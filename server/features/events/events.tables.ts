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
    series_id: number | null;
    /** 2026-11-20: the day that the rule of the series gives, also if the date was moved. */
    series_day: string | null;
    /** Differs from its series. */
    is_changed: Generated<boolean>;
  };
  event_series: {
    id: GeneratedAlways<number>;
    title: string;
    description: string;
    /** The key of a label. */
    type: string;
    /** For the foreign key. */
    type_list: GeneratedAlways<string>;
    zone: string;
    /** 19:00, in the zone. */
    local_time: string;
    every_weeks: 1 | 2;
    /** 1 is Monday. */
    weekdays: number[];
    first_day: string;
    last_day: string;
    /** Days up to this one have their events. */
    planned_to: string;
    creator_id: number | null;
    creator_rights: number;
    community_manager: boolean;
    sequence: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
    deleted_at: Date | null;
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
