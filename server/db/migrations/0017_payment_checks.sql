-- Refunds and disputes must be read from the provider, because a refund was made or tried and the
-- result is not in this row yet. Setting it also increments version.
alter table orders add column losses_due boolean not null default false;
-- When refunds and disputes were last read.
alter table orders add column losses_at timestamptz;
-- Why an order ended without an answer from the provider.
alter table orders add column end_reason text;
-- SHA-256 of the terms that the buyer agreed to; the audit log has every text that an admin saved.
alter table orders add column consent_terms text collate "C";
create index orders_losses_due on orders (losses_at) where losses_due;
create index orders_compared on orders (coalesce(losses_at, paid_at))
  where state = 'paid' and payment_id is not null;

-- Payments for an order of this site that is not in this database, e.g. after restoring a backup.
create table unknown_payments (
  -- The provider's id for the payment or its checkout session.
  id text collate "C" primary key,
  order_id uuid not null,
  session_id text collate "C",
  -- The buyer's name as sent to the provider.
  player text,
  amount bigint not null,
  currency text collate "C" not null,
  mode text collate "C" not null,
  found_at timestamptz not null default now(),
  handled_at timestamptz,
  handled_by text,
  constraint unknown_payments_handled check ((handled_at is null) = (handled_by is null))
);
create index unknown_payments_open on unknown_payments (found_at) where handled_at is null;
