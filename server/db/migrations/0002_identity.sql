-- valid_since has the precision of a JavaScript Date, because tokens contain it and must match exactly.

create table identity_users (
  uid text collate "C" primary key,
  email text not null,
  email_key text collate "C" not null unique,
  password_hash text not null,
  is_disabled boolean not null default false,
  valid_since timestamptz(3) not null default now(),
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  constraint identity_users_email_key_lower_case check (email_key = lower(email_key))
);

create table identity_keys (
  id text collate "C" primary key,
  private_jwk jsonb not null,
  created_at timestamptz not null default now()
);

create table identity_refresh_tokens (
  token_hash bytea primary key,
  uid text collate "C" not null references identity_users on delete cascade,
  -- The user's valid_since at sign-in. If the user's is later, the password has changed.
  valid_since timestamptz(3) not null,
  signed_in_at timestamptz not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index identity_refresh_tokens_uid on identity_refresh_tokens (uid);
create index identity_refresh_tokens_expires_at on identity_refresh_tokens (expires_at);

create table identity_reset_codes (
  code_hash bytea primary key,
  uid text collate "C" not null references identity_users on delete cascade,
  expires_at timestamptz not null
);
create index identity_reset_codes_uid on identity_reset_codes (uid);
create index identity_reset_codes_expires_at on identity_reset_codes (expires_at);
