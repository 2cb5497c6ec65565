-- An event that repeats. The series has the rule and the text; its dates within the next weeks are ordinary
-- rows of events, so that attendance, reminders and addresses belong to one date.
create table event_series (
  id bigint generated always as identity primary key,
  title text not null check (char_length(title) between 1 and 100),
  description text not null check (char_length(description) between 1 and 2000),
  type text not null,
  type_list text not null generated always as ('events') stored,
  -- The time of day in this zone: 19:00 stays 19:00 when the clocks change.
  zone text not null,
  local_time text not null check (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  every_weeks smallint not null check (every_weeks in (1, 2)),
  -- 1 is Monday.
  weekdays smallint[] not null check (
    cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'::smallint[]
  ),
  -- Days in the zone.
  first_day date not null,
  last_day date not null,
  -- Days up to this one have their events. Planning never looks back, so a deleted date stays deleted.
  planned_to date not null,
  creator_id bigint references accounts on delete set null,
  creator_rights smallint not null check (creator_rights between 0 and 3),
  community_manager boolean not null,
  sequence integer not null default 0 check (sequence >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- As for events: subscribed calendars receive the cancellation for a while.
  deleted_at timestamptz,
  constraint event_series_type foreign key (type_list, type) references labels (list, key),
  constraint event_series_length check (last_day between first_day and first_day + 366),
  constraint event_series_first_day check (extract(isodow from first_day)::smallint = any (weekdays))
);
create index event_series_creator_id on event_series (creator_id);
create index event_series_type on event_series (type);
create index event_series_to_plan on event_series (planned_to)
  where deleted_at is null and planned_to < last_day;

alter table events
  add series_id bigint references event_series on delete cascade,
  -- The day that the rule gives, also if the date was moved.
  add series_day date,
  -- Differs from its series: calendars get it as an exception.
  add is_changed boolean not null default false,
  add constraint events_series_day check ((series_id is null) = (series_day is null)),
  add constraint events_changed_in_series check (series_id is not null or not is_changed),
  -- Deferred: one statement moves all dates of a series.
  add constraint events_series_day_unique unique (series_id, series_day) deferrable initially deferred;
