-- Buyers queue at busy times, so a purchase must be cheap to write: it is one row with the item, the
-- price, the balance afterwards and the state of the delivery. No second row has to agree that it was
-- charged once and delivered once. For the same reason the table has no checks; the domains, the checks
-- of shop_items and the triggers enforce its rules.

create type delivery_state as enum ('queued', 'claimed', 'attention', 'delivered', 'canceled');

create table purchases (
  -- Taken from ledger_ids by the trigger below.
  id bigint primary key,
  -- These two have no foreign keys, which would cost a look-up and a lock with every purchase: the
  -- trigger has just written the wallet, the item was just read, and neither is ever deleted.
  account_id bigint not null,
  shop_item_id bigint not null,
  -- Copied from the item, which may change later.
  item_name text not null,
  item_id integer not null,
  quantity integer not null,
  price coin_price not null,
  balance_after coin_count not null,
  took_stock boolean not null,
  -- Idempotency key from the buyer's client.
  key text collate "C",
  created_at timestamptz not null default now(),

  -- The delivery. It never expires: queued -> claimed (with a lease) -> delivered, or failed and
  -- queued again, or attention. It can be canceled only from queued or attention, with a refund.

  -- The id that the game uses. A game remembers forever which deliveries it applied, so an id must
  -- never repeat, even if a restored backup makes purchase ids repeat. Therefore half of it is random;
  -- the other half is the purchase id, for finding the row.
  delivery_id uuid not null,
  state delivery_state not null default 'queued',
  claimed_at timestamptz,
  delivered_at timestamptz,
  canceled_at timestamptz,
  server_id bigint,
  lease_id uuid,
  lease_until timestamptz,
  failures integer not null default 0,
  last_failure text
);
create unique index purchases_key on purchases (account_id, key) where key is not null;
create index purchases_account on purchases (account_id, id desc);
create index purchases_open on purchases (account_id, id)
  where state in ('queued', 'claimed', 'attention');
create index purchases_lease on purchases (lease_until) where lease_until is not null;

-- The purchase cannot be changed; the state of the delivery can.
create trigger purchases_append_only
  before update of id, account_id, shop_item_id, item_name, item_id, quantity, price,
    balance_after, took_stock, key, created_at, delivery_id
  on purchases for each statement
  execute function refuse_change('The ledger is append-only: %s is refused.');
create trigger purchases_kept before delete or truncate on purchases
  for each statement execute function refuse_change('The ledger is append-only: %s is refused.');

create function is_delivery_sound(p purchases) returns boolean language sql immutable as $$
  select (p.state = 'claimed') = (p.lease_until is not null)
    and (p.state <> 'claimed' or p.lease_id is not null)
    and (p.state = 'delivered') = (p.delivered_at is not null)
    and (p.state = 'canceled') = (p.canceled_at is not null)
$$;
create function refuse_unsound_delivery() returns trigger language plpgsql as $$
begin
  raise exception 'A delivery that is % does not have these times.', new.state
    using errcode = 'check_violation';
end
$$;
create trigger purchases_delivery before update on purchases
  for each row when (not is_delivery_sound(new)) execute function refuse_unsound_delivery();

-- Charges the price. If the wallet is frozen or its balance too low, no row is inserted; the caller
-- then reads the wallet for the reason.
create function charge_purchase() returns trigger language plpgsql as $$
begin
  update wallets set balance = balance - new.price
  where account_id = new.account_id and balance >= new.price and open_disputes = 0
  returning balance into new.balance_after;
  if not found then
    return null;
  end if;
  if (new.state <> 'queued' or new.lease_until is not null or new.delivered_at is not null
    or new.canceled_at is not null) and not is_delivery_sound(new)
  then
    raise exception 'A delivery that is % does not have these times.', new.state
      using errcode = 'check_violation';
  end if;
  new.id := nextval('ledger_ids');
  -- The highest bit is the variant that a UUID must have there.
  new.delivery_id := (left(replace(gen_random_uuid()::text, '-', ''), 16)
    || to_hex(new.id | (1::bigint << 63)))::uuid;
  return new;
end
$$;
create trigger purchases_charge before insert on purchases
  for each row execute function charge_purchase();

-- Null for an unknown delivery.
create function purchase_id_of(p_delivery_id uuid) returns bigint language sql stable as $$
  select id from purchases
  where delivery_id = p_delivery_id
    and id = ('x' || right(replace(p_delivery_id::text, '-', ''), 16))::bit(64)::bigint
      & ~(1::bigint << 63)
$$;

-- State changes of a delivery after it was queued. created_at is when it was queued, so a purchase
-- writes no event.
create table delivery_events (
  id bigint generated always as identity primary key,
  purchase_id bigint not null references purchases,
  state text collate "C" not null,
  detail text,
  at timestamptz not null default now()
);
create index delivery_events_purchase on delivery_events (purchase_id, id);

create function record_delivery_event() returns trigger language plpgsql as $$
begin
  insert into delivery_events (purchase_id, state, detail)
  values (
    new.id,
    case when new.failures > old.failures and new.state = 'queued' then 'failed'
      else new.state::text end,
    case when new.failures > old.failures then new.last_failure end
  );
  return null;
end
$$;
create trigger purchases_events
  after update on purchases
  for each row when (new.state <> old.state or new.failures <> old.failures)
  execute function record_delivery_event();

-- Every movement of coins, from both tables.
create view ledger_entries as
  select id, account_id, book, kind, ref, memo, amount, balance_after, at from ledger
  union all
  select id, account_id, 'shop', 'purchase', id::text, item_name, -price, balance_after::bigint,
    created_at
  from purchases;
