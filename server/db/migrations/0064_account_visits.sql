-- When a player last looked at their own profile, for "since your last visit". One row per account: tabs and replicas
-- that look at once wait for each other's row lock, and only the first begins a visit.
create table account_visits (
  account_id bigint primary key references accounts on delete cascade,
  -- The last look. A look more than 30 minutes later begins a new visit.
  seen_at timestamptz not null default now(),
  -- Experience in tenths by the name of the skill at that look; null without a character.
  seen_experience jsonb,
  -- The last look of the visit before; null during the first visit.
  last_visit_at timestamptz,
  last_visit_experience jsonb,
  constraint account_visits_order check (last_visit_at < seen_at)
);
