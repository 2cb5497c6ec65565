-- Mutes and bans, in force until lifted or expired.
create table sanctions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  kind text collate "C" not null,
  reason text not null,
  source text collate "C" not null,
  issued_by text not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz,
  lifted_at timestamptz,
  lifted_by text,
  constraint sanctions_kind check (kind in ('mute', 'ban')),
  constraint sanctions_source check (source in ('site', 'game')),
  constraint sanctions_lifted check ((lifted_at is null) = (lifted_by is null))
);
-- At most one of each kind is in force; an expired one is lifted by the job or by the next sanction.
create unique index sanctions_in_force on sanctions (account_id, kind) where lifted_at is null;
create index sanctions_expiry on sanctions (expires_at) where lifted_at is null;
create index sanctions_account on sanctions (account_id, id desc);

-- Staff notes about a player.
create table infractions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  note text not null,
  noted_by text not null,
  at timestamptz not null default now()
);
create index infractions_account on infractions (account_id, id desc);

create or replace function is_player_banned(of_key text) returns boolean language sql stable as $$
  select exists (
    select from sanctions
    join accounts on accounts.id = sanctions.account_id
    where accounts.username_key = of_key
      and sanctions.kind = 'ban'
      and sanctions.lifted_at is null
      and (sanctions.expires_at is null or sanctions.expires_at > now())
  )
$$;
