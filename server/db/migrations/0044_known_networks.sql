-- Networks from which an account signed in to the site or the game. Attempts from these are slowed down and not
-- refused, so that nobody can lock a player out by guessing the password elsewhere.
create table known_networks (
  account_id bigint not null references accounts on delete cascade,
  -- One IPv4 address or one IPv6 /64, as in the rate limits.
  network text collate "C" not null,
  last_used_at timestamptz not null default now(),
  primary key (account_id, network)
);
create index known_networks_last_used_at on known_networks (last_used_at);

-- Sign-ins at the identity provider whose session was logged out. Their ID tokens, which are valid for an hour,
-- cannot start another session.
create table ended_sign_ins (
  account_id bigint not null references accounts on delete cascade,
  signed_in_at timestamptz not null,
  ended_at timestamptz not null default now(),
  primary key (account_id, signed_in_at)
);
create index ended_sign_ins_ended_at on ended_sign_ins (ended_at);
