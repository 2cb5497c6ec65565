-- When the user proved that they read the emails sent to this address; null: not yet.
alter table identity_users add column email_verified_at timestamptz;

create table identity_email_codes (
  code_hash bytea primary key,
  uid text collate "C" not null references identity_users on delete cascade,
  -- The address the code was sent to.
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_email_codes_uid on identity_email_codes (uid);
create index identity_email_codes_expires_at on identity_email_codes (expires_at);

-- A code that the command line printed does not prove that the user reads the emails.
alter table identity_reset_codes add column is_mailed boolean not null default false;

-- The site's copy of the provider's value, as with the address itself.
alter table accounts add column email_verified_at timestamptz;
-- When a confirmation link was last sent to the current address.
alter table accounts add column email_link_sent_at timestamptz;
