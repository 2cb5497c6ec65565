create table events (
  id bigint generated always as identity primary key,
  title text not null,
  description text not null,
  type text not null,
  starts_at timestamptz not null,
  zone text not null default 'UTC',
  creator_id bigint references accounts on delete set null,
  -- The creator's rights when the event was created; a later promotion does not change them.
  creator_rights smallint not null default 0,
  community_manager boolean not null default false,
  sequence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Deleted events stay for a while, so that subscribed calendars receive the cancellation.
  deleted_at timestamptz,
  -- Open pages and caches have been notified that the event has begun.
  is_begun_announced boolean not null default false,
  constraint events_title_length check (char_length(title) between 1 and 100),
  constraint events_description_length check (char_length(description) between 1 and 2000),
  constraint events_type_known check (
    type in ('Bossing', 'PvP', 'Community Game', 'Questing', 'Skilling', 'Mini-game')
  ),
  constraint events_minute_precision check (extract(epoch from starts_at) % 60 = 0),
  constraint events_creator_rights_range check (creator_rights between 0 and 3),
  constraint events_sequence_positive check (sequence >= 0)
);
create index events_starts_at on events (starts_at) where deleted_at is null;
create index events_not_begun on events (starts_at)
  where deleted_at is null and not is_begun_announced;
create index events_deleted_at on events (deleted_at) where deleted_at is not null;
create index events_creator_id on events (creator_id);

-- No row means neither interested nor going.
create table event_attendance (
  event_id bigint not null references events on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  state text not null,
  marked_at timestamptz not null default now(),
  primary key (event_id, account_id),
  constraint event_attendance_state_known check (state in ('interested', 'going'))
);
create index event_attendance_account_id on event_attendance (account_id);

-- Reminders sent or being sent. starts_at is part of the key, so that an event that is moved gets a
-- new reminder.
create table event_reminders (
  event_id bigint not null references events on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  starts_at timestamptz not null,
  claimed_at timestamptz not null default now(),
  primary key (event_id, account_id, starts_at)
);

create table event_reminder_opt_outs (
  account_id bigint primary key references accounts on delete cascade
);
