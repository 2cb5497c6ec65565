-- Set while a registration waits for the identity provider; the name is already reserved.
alter table accounts add column pending_since timestamptz;
create index accounts_pending_since on accounts (pending_since) where pending_since is not null;

-- The balance. Only the wallet writes it.
alter table accounts add column wyncoins bigint not null default 0;

create table two_factor_secrets (
  account_id bigint primary key references accounts on delete cascade,
  secret text not null,
  -- Null until the user has entered a first valid code.
  confirmed_at timestamptz,
  -- The last time step whose code was accepted; each code works once.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_codes (
  account_id bigint not null references accounts on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
