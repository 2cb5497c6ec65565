-- Sessions of banned accounts, which open nothing but the page for appeals.
alter table sessions add column appeal_only boolean not null default false;

create table inbox_threads (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text not null check (kind in ('appeal', 'report', 'help', 'question')),
  category text not null default '',
  subject text not null,
  -- The record that it is about, such as purchase and 1042. A player has the id of the account; ids of orders are no numbers.
  about_kind text check (about_kind in ('player', 'event', 'gift', 'purchase', 'order')),
  about_id text,
  sanction_id bigint references sanctions on delete set null,
  state text not null default 'open' check (state in ('open', 'waiting', 'closed')),
  -- 0 low, 1 normal, 2 urgent.
  priority smallint not null default 1 check (priority between 0 and 2),
  assignee_id bigint references accounts on delete set null,
  version integer not null default 0,
  created_at timestamptz not null default now(),
  -- When the message was written that the staff has to answer; kept while it waits for the player.
  waiting_since timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  first_answer_at timestamptz,
  closed_at timestamptz,
  is_unread_by_staff boolean not null default true,
  is_unread_by_player boolean not null default false,
  is_accepted boolean,
  decided_at timestamptz,
  decided_by text,
  check ((about_kind is null) = (about_id is null)),
  check ((kind = 'appeal') or (is_accepted is null and sanction_id is null)),
  check ((kind in ('report', 'help')) = (about_kind is not null)),
  check ((state = 'closed') = (closed_at is not null)),
  check ((is_accepted is null) = (decided_at is null)),
  check (is_accepted is null or state = 'closed')
);

-- The staff's queue. Closed threads are listed by closed_at.
create index inbox_threads_queue
  on inbox_threads (is_unread_by_staff desc, priority desc, waiting_since, id) where state <> 'closed';
create index inbox_threads_account_id on inbox_threads (account_id, last_message_at desc);
create index inbox_threads_assignee_id on inbox_threads (assignee_id) where assignee_id is not null;
create index inbox_threads_sanction_id on inbox_threads (sanction_id) where sanction_id is not null;
create index inbox_threads_closed_at on inbox_threads (closed_at) where closed_at is not null;
create index inbox_threads_created_at on inbox_threads (created_at);

-- One thread per record and player at a time, and one appeal per sanction.
create unique index inbox_threads_about on inbox_threads (account_id, about_kind, about_id)
  where state <> 'closed' and about_kind is not null;
create unique index inbox_threads_appeal on inbox_threads (sanction_id)
  where state <> 'closed' and sanction_id is not null;

create table inbox_messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references inbox_threads on delete cascade,
  at timestamptz not null default now(),
  author_id bigint references accounts on delete set null,
  is_staff boolean not null,
  is_note boolean not null default false,
  text text not null,
  check (is_staff or not is_note)
);
create index inbox_messages_thread_id on inbox_messages (thread_id, id);
create index inbox_messages_author_id on inbox_messages (author_id);

-- Uploads that no message uses yet have no message; a job deletes them.
create table inbox_pictures (
  hash text primary key references media on delete cascade,
  account_id bigint references accounts on delete set null,
  message_id bigint references inbox_messages on delete set null,
  position smallint not null default 0,
  created_at timestamptz not null default now()
);
create index inbox_pictures_message_id on inbox_pictures (message_id);
create index inbox_pictures_account_id on inbox_pictures (account_id);

create table inbox_blocks (
  account_id bigint primary key references accounts on delete cascade,
  blocked_by text not null,
  at timestamptz not null default now()
);

alter table account_permissions drop constraint account_permissions_known;
alter table account_permissions add constraint account_permissions_known check (
  permission in ('news', 'events', 'polls', 'shop', 'players', 'server', 'votes', 'inbox')
);
