-- One row per top-up. The ledger row ('topup', id) records that coins were credited; because it is
-- unique, they cannot be credited twice. The state follows the ledger.
create table orders (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts,
  state text collate "C" not null default 'created',
  coins integer not null,
  amount integer not null,
  currency text collate "C" not null,
  mode text collate "C" not null,
  -- Idempotency key from the buyer's client.
  key text collate "C",
  -- As sent to the provider; a repeated request must send the same values.
  expires_at timestamptz not null,
  origin text not null,
  session_id text collate "C" unique,
  checkout_url text,
  payment_id text collate "C" unique,
  -- Refunds and disputes as last reported by the provider, in cents.
  refunded integer not null default 0,
  disputed integer not null default 0,
  dispute text collate "C",
  -- Incremented whenever the three above are written. A process that read them from the provider
  -- before that must read them again.
  version integer not null default 0,
  -- Coins taken back, and the number of ledger rows for that.
  clawed integer not null default 0,
  clawbacks integer not null default 0,
  review_reason text,
  consent_version text,
  consent_at timestamptz,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  checked_at timestamptz,
  receipt_at timestamptz,
  unique (account_id, key),
  constraint orders_state check (
    state in ('created', 'pending', 'processing', 'paid', 'failed', 'expired', 'review')
  ),
  constraint orders_coins check (coins between 500 and 50000),
  constraint orders_amount check (amount > 0),
  constraint orders_mode check (mode in ('live', 'test', 'sandbox')),
  constraint orders_paid check ((state = 'paid') = (paid_at is not null)),
  constraint orders_pending check (state <> 'pending' or session_id is not null),
  constraint orders_clawed check (clawed between 0 and case when state = 'paid' then coins else 0 end),
  constraint orders_lost check (refunded >= 0 and disputed >= 0),
  constraint orders_dispute check (dispute in ('open', 'won', 'lost')),
  constraint orders_review check (state <> 'review' or review_reason is not null),
  constraint orders_consent check ((consent_version is null) = (consent_at is null))
);
create index orders_account on orders (account_id, created_at desc);
create index orders_recent on orders (created_at desc);
create index orders_unsettled on orders (created_at) where state in ('created', 'pending', 'processing');
create index orders_attention on orders (created_at desc)
  where review_reason is not null or dispute = 'open';
create index orders_disputed on orders (account_id) where dispute = 'open';
create index orders_receipts on orders (paid_at) where state = 'paid' and receipt_at is null;

-- Events received from the provider, each once. Written in the same transaction as their effects.
create table payment_events (
  id text collate "C" primary key,
  type text not null,
  order_id uuid references orders,
  outcome text collate "C" not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now()
);
create index payment_events_order on payment_events (order_id, created_at);

-- Refunds requested by admins. The row is written before the request to the provider; repeating the
-- key repeats the same request.
create table order_refunds (
  order_id uuid not null references orders,
  key text collate "C" not null,
  amount integer not null check (amount > 0),
  refund_id text collate "C",
  requested_by text not null,
  requested_at timestamptz not null default now(),
  primary key (order_id, key)
);

-- The wallet stores its number of open disputes, so that a purchase only has to read the wallet.
-- Incremented and decremented instead of recounted, because two orders may change at the same time.
create function count_open_disputes() returns trigger language plpgsql as $$
declare
  change integer := (new.dispute is not distinct from 'open')::integer
    - (tg_op = 'UPDATE' and old.dispute is not distinct from 'open')::integer;
begin
  insert into wallets (account_id) values (new.account_id) on conflict do nothing;
  update wallets set open_disputes = open_disputes + change where account_id = new.account_id;
  return null;
end
$$;
create trigger orders_disputed after insert on orders
  for each row when (new.dispute = 'open') execute function count_open_disputes();
create trigger orders_dispute_changed after update of dispute on orders
  for each row when (
    (new.dispute is not distinct from 'open') <> (old.dispute is not distinct from 'open')
  ) execute function count_open_disputes();

-- Data of the sandbox that replaces the payment provider. The site reads it only through the provider's
-- API.

create table sandbox_sessions (
  id text collate "C" primary key,
  payment_id text collate "C" unique,
  status text collate "C" not null default 'open',
  payment_status text collate "C" not null default 'unpaid',
  amount integer not null check (amount > 0),
  currency text not null,
  product text not null,
  reference text,
  metadata jsonb not null,
  payment_metadata jsonb not null,
  success_url text not null,
  cancel_url text not null,
  card text,
  idempotency_key text collate "C" unique,
  request text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint sandbox_sessions_status check (status in ('open', 'complete', 'expired')),
  constraint sandbox_sessions_payment check (
    (payment_status = 'paid') = (payment_id is not null)
    and (status = 'complete' or payment_status = 'unpaid')
  )
);
create index sandbox_sessions_open on sandbox_sessions (expires_at) where status = 'open';

create table sandbox_refunds (
  id text collate "C" primary key,
  payment_id text collate "C" not null references sandbox_sessions (payment_id),
  amount integer not null check (amount > 0),
  status text collate "C" not null,
  metadata jsonb not null,
  idempotency_key text collate "C" unique,
  request text not null,
  created_at timestamptz not null default now(),
  -- When a pending refund fails.
  fails_at timestamptz,
  constraint sandbox_refunds_status check (
    status in ('pending', 'succeeded', 'failed') and (status = 'pending') = (fails_at is not null)
  )
);
create index sandbox_refunds_payment on sandbox_refunds (payment_id);

create table sandbox_disputes (
  id text collate "C" primary key,
  payment_id text collate "C" not null references sandbox_sessions (payment_id),
  amount integer not null check (amount > 0),
  status text collate "C" not null,
  created_at timestamptz not null default now(),
  constraint sandbox_disputes_status check (status in ('needs_response', 'won', 'lost'))
);
create index sandbox_disputes_payment on sandbox_disputes (payment_id);

-- Stripe events to deliver, with the state of the delivery.
create table sandbox_events (
  seq bigint generated always as identity primary key,
  id text collate "C" not null unique,
  type text collate "C" not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  last_error text
);
create index sandbox_events_due on sandbox_events (next_attempt_at) where next_attempt_at is not null;
