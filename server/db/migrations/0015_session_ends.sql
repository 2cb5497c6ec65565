-- Sign-ins at the provider before this time cannot start a session.
alter table accounts add column signed_out_at timestamptz(3);

-- The provider's valid_since at sign-in. A later value at the provider ends the session.
alter table sessions add column valid_since timestamptz(3);
update sessions set valid_since = authenticated_at + interval '1 second';
alter table sessions alter column valid_since set not null;

-- When the second factor was last given in this session; null if never.
alter table sessions add column second_factor_at timestamptz;

-- Refresh tokens used to be valid for 30 days.
update identity_refresh_tokens set expires_at = least(expires_at, now() + interval '1 hour');
