-- Single permissions of staff accounts. They count only while the account has rights 1 or 2; the site
-- deletes them when the rights change to anything else.
create table account_permissions (
  account_id bigint not null references accounts (id) on delete cascade,
  permission text not null,
  given_by bigint references accounts (id) on delete set null,
  given_at timestamptz not null default now(),
  primary key (account_id, permission),
  constraint account_permissions_known check (
    permission in ('news', 'events', 'polls', 'shop', 'players', 'server')
  )
);
