-- Game servers and their status. Removed ones stay, because the log refers to them.
create table game_servers (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  is_online boolean not null default false,
  state text collate "C" not null default 'offline',
  boot_id text,
  version text,
  online integer not null default 0,
  max_online integer not null default 0,
  players text[] not null default '{}',
  started_at timestamptz,
  heartbeat_at timestamptz,
  constraint game_servers_name check (char_length(name) between 1 and 40),
  constraint game_servers_state check (state in ('starting', 'running', 'stopping', 'offline')),
  constraint game_servers_online check (online >= 0 and max_online >= 0)
);
create unique index game_servers_live_name on game_servers (lower(name)) where removed_at is null;

-- The secret is shown once and never stored. A server has at most two valid tokens: one in use, and
-- the next one while the game is being switched over.
create table game_tokens (
  id bigint generated always as identity primary key,
  server_id bigint not null references game_servers,
  secret_hash bytea not null unique,
  hint text not null,
  slot smallint,
  scopes text[] not null,
  addresses text[] not null default '{}',
  created_at timestamptz not null default now(),
  created_by text not null,
  last_seen_at timestamptz,
  last_seen_ip text,
  revoked_at timestamptz,
  constraint game_tokens_hash check (octet_length(secret_hash) = 32),
  constraint game_tokens_scopes check (cardinality(scopes) > 0),
  constraint game_tokens_slot check ((slot is null) = (revoked_at is not null) and slot in (1, 2))
);
create unique index game_tokens_slots on game_tokens (server_id, slot) where slot is not null;

-- Players online over time, by minute; older rows are merged into quarter hours, then hours.
create table online_samples (
  server_id bigint not null references game_servers,
  at timestamptz not null,
  seconds integer not null,
  peak integer not null,
  total bigint not null,
  samples integer not null,
  primary key (server_id, seconds, at),
  constraint online_samples_seconds check (seconds in (60, 900, 3600)),
  constraint online_samples_samples check (samples > 0)
);
create index online_samples_at on online_samples (at);

-- Games remember the outcome of a command by its id, so an id must never repeat. A sequence alone would
-- repeat ids after restoring a backup. So an id is at least the current time in milliseconds, and the
-- sequence keeps ids rising if the clock is set back.
create sequence game_command_ids;
create function next_game_command_id() returns bigint language plpgsql as $$
declare
  next_id bigint;
begin
  -- Released below instead of at commit, because sequences are not transactional.
  perform pg_advisory_lock(hashtext('game_command_ids'));
  next_id := greatest(
    nextval('game_command_ids'), floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  perform setval('game_command_ids', next_id);
  perform pg_advisory_unlock(hashtext('game_command_ids'));
  return next_id;
end
$$;

-- Commands for the games, in the order of their ids. The commits are in the same order, because an
-- insert holds the server's advisory lock until its commit: a reader that has seen id 7 cannot miss a
-- later 6.
create table game_commands (
  id bigint primary key default next_game_command_id(),
  server_id bigint not null references game_servers,
  type text collate "C" not null,
  args jsonb not null,
  actor_id bigint references accounts on delete set null,
  actor_name text not null,
  state text collate "C" not null default 'waiting',
  detail text,
  created_at timestamptz not null default now(),
  not_after timestamptz,
  sent_at timestamptz,
  finished_at timestamptz,
  constraint game_commands_type check (
    type in ('kick', 'mute', 'unmute', 'ban', 'unban', 'teleport', 'setRank', 'broadcast',
      'restart', 'reloadContracts')
  ),
  constraint game_commands_state check (
    state in ('waiting', 'sent', 'done', 'failed', 'unsupported', 'expired')
  ),
  constraint game_commands_finished check (
    (state in ('waiting', 'sent')) = (finished_at is null)
  )
);
create index game_commands_open on game_commands (server_id, id)
  where state in ('waiting', 'sent');
create index game_commands_log on game_commands (id desc);

-- The answer to a call with this key, written in the same transaction as its effect.
create table bridge_answers (
  server_id bigint not null references game_servers,
  key text collate "C" not null,
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (server_id, key),
  constraint bridge_answers_key check (char_length(key) between 1 and 200)
);
create index bridge_answers_created on bridge_answers (created_at);

-- server_id stays set after the lease ends: another server must not take the delivery, because only
-- the first one has the record that prevents applying it twice.
alter table purchases
  add column lease_session text,
  add column retry_at timestamptz;

-- Instead of a foreign key from purchases, which would be checked with every purchase.
create trigger game_servers_kept before delete or truncate on game_servers
  for each statement execute function refuse_change(
    'Deliveries and the log point to this server: mark it as removed instead.'
  );

create table contracts (
  id bigint generated always as identity primary key,
  name text not null,
  type text collate "C" not null,
  skill text collate "C" not null,
  level integer not null,
  npc_id integer not null,
  npc_name text not null,
  item_id integer not null,
  min_amount integer not null,
  max_amount integer not null,
  weight integer not null default 10,
  description text not null default '',
  enabled boolean not null default true,
  position integer not null default 0,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  constraint contracts_name check (char_length(name) between 1 and 80),
  constraint contracts_type check (type in ('Gather', 'Delivery')),
  constraint contracts_level check (level between 1 and 99),
  constraint contracts_npc check (npc_id >= 0),
  constraint contracts_item check (item_id >= 0),
  constraint contracts_amount check (min_amount > 0 and max_amount >= min_amount),
  constraint contracts_weight check (weight between 0 and 1000)
);
create index contracts_order on contracts (position, id);

-- Separate passwords for the game, which sends them unencrypted.
create table game_passwords (
  account_id bigint primary key references accounts on delete cascade,
  password_hash text not null,
  set_at timestamptz not null default now()
);

-- The file that players download; at most one row. Its content is in the media store, named by hash.
create table launcher (
  id boolean primary key default true check (id),
  version text not null,
  file_name text,
  size bigint,
  sha256 text,
  is_live boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint launcher_file check (
    (file_name is null) = (size is null) and (file_name is null) = (sha256 is null)
  ),
  constraint launcher_live check (not is_live or file_name is not null)
);
