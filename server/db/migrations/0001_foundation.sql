-- Keys use collate "C" (bytewise comparison): both engines then sort them the same way, regardless of
-- the server's locale, and prefix searches can use the index.

-- Checksum of each applied migration; see migrate.ts. Named like the migrator's tables.
create table kysely_migration_checksums (
  name text primary key,
  checksum text not null
);

create table accounts (
  id bigint generated always as identity primary key,
  username text not null,
  username_key text collate "C" not null unique,
  email text not null,
  email_key text collate "C" not null unique,
  identity_provider text not null,
  identity_id text not null,
  user_rights smallint not null default 0,
  community_manager boolean not null default false,
  created_at timestamptz not null default now(),
  unique (identity_provider, identity_id),
  constraint accounts_username_format check (
    char_length(username) between 1 and 12
    and username ~ '^[A-Za-z0-9]([A-Za-z0-9 _-]*[A-Za-z0-9])?$'
  ),
  constraint accounts_email_key_lower_case check (email_key = lower(email_key)),
  constraint accounts_user_rights_range check (user_rights between 0 and 3)
);

create table sessions (
  token_hash bytea primary key,
  id uuid not null default gen_random_uuid() unique,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  authenticated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ip text,
  user_agent text
);
create index sessions_account_id on sessions (account_id);
create index sessions_expires_at on sessions (expires_at);

-- Unlogged, so that counting a request needs no WAL and no sync. After a database crash the counters
-- start at zero, which is acceptable for rate limits.
create unlogged table rate_limits (
  key text collate "C" primary key,
  hits integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at on rate_limits (resets_at);

create table settings (
  key text collate "C" primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by bigint references accounts on delete set null
);

-- No foreign key to accounts: entries remain after the account is deleted.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint,
  actor_name text,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  ip text
);
create index audit_log_actor_id on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action, id desc);

create function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only: % is refused.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_append_only
  before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_log_change();

create table job_runs (
  name text collate "C" primary key,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_error text,
  -- Set during a run. If lease_until has passed, the run was abandoned and the job is due.
  lease_id uuid,
  lease_until timestamptz
);

-- For searching names. Some hosts do not provide the extension or forbid creating it; then only the
-- search is slower.
do $$
begin
  if exists (select from pg_available_extensions where name = 'pg_trgm') then
    create extension if not exists pg_trgm;
  end if;
exception when insufficient_privilege then
  raise notice 'pg_trgm is not installed: the database refused it.';
end
$$;
