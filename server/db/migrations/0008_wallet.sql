-- Coins move only when a row is inserted into one of two tables: ledger, or purchases (migration 0009).
-- The row's trigger updates the balance, so no caller can forget to.

-- The balance is in a separate, narrow table with one index: every purchase rewrites the row, and the
-- account's columns, indexes and checks would make that slower.
alter table accounts drop column wyncoins;

-- Domains instead of table checks: PostgreSQL reads and compiles all of a table's checks for every row
-- written, but a domain's only once, and applies them only where a value is assigned.
create domain coin_count as bigint constraint coin_count_not_negative check (value >= 0);
create domain coin_price as bigint constraint coin_price_positive check (value > 0);
create domain natural_count as integer constraint natural_count_not_negative check (value >= 0);

-- Created with the first movement and never deleted, so that the account, the ledger and the purchases
-- stay too.
create table wallets (
  account_id bigint primary key references accounts,
  balance bigint not null default 0,
  -- Updated by a trigger on orders. While it is above 0, the player cannot buy.
  open_disputes natural_count not null default 0
) with (fillfactor = 50);

-- Players with a negative balance or an open dispute cannot buy.
create function is_wallet_frozen(p_account_id bigint) returns boolean language sql stable as $$
  select coalesce(
    (select balance < 0 or open_disputes > 0 from wallets where account_id = p_account_id), false
  )
$$;

-- For changes that no database user may make. The argument is the message; %s in it is the operation.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', format(tg_argv[0], tg_op) using errcode = 'insufficient_privilege';
end
$$;
-- The triggers of ledger and purchases write at depth 1 and deeper. AFTER UPDATE, because a BEFORE
-- trigger would lock the row a second time.
create trigger wallets_update after update on wallets
  for each row when (pg_trigger_depth() = 0)
  execute function refuse_change('A balance changes through the ledger alone.');
create trigger wallets_insert before insert on wallets
  for each row when (pg_trigger_depth() = 0 and (new.balance <> 0 or new.open_disputes <> 0))
  execute function refuse_change('A balance changes through the ledger alone.');
create trigger wallets_kept before delete or truncate on wallets
  for each statement execute function refuse_change('A balance changes through the ledger alone.');

-- Shared by ledger and purchases, and drawn while the wallet is locked: the ids of a player's
-- movements are in the order in which they changed the balance.
create sequence ledger_ids;

-- Each row is both sides of a movement: the player gets the amount and the book gives it. (kind, ref)
-- identifies the reason; because it is unique, nothing can be credited or debited twice.
create table ledger (
  id bigint primary key,
  -- No foreign key: the trigger below writes the wallet, which is never deleted.
  account_id bigint not null,
  book text collate "C" not null,
  kind text collate "C" not null,
  ref text collate "C" not null,
  memo text not null,
  -- From the player's side. The books have no running balance: every movement would have to wait for
  -- that one row.
  amount bigint not null,
  balance_after bigint not null,
  at timestamptz not null default now(),
  unique (kind, ref),
  constraint ledger_amount check (amount <> 0),
  constraint ledger_sides check (
    kind in ('topup', 'clawback') and book = 'topups'
    or kind = 'refund' and book = 'shop'
    or kind = 'adjustment' and book = 'adjustments'
  ),
  -- Only a clawback may take a balance below zero.
  constraint ledger_covered check (balance_after >= 0 or amount > 0 or kind = 'clawback')
);
create index ledger_account on ledger (account_id, id desc);

create trigger ledger_append_only before update or delete or truncate on ledger
  for each statement execute function refuse_change('The ledger is append-only: %s is refused.');

create function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  insert into wallets as w (account_id, balance) values (new.account_id, new.amount)
  on conflict (account_id) do update set balance = w.balance + excluded.balance
  returning w.balance into new.balance_after;
  -- With "on conflict do nothing", the balance would change without a ledger row.
  if exists (select from ledger l where l.kind = new.kind and l.ref = new.ref) then
    raise exception 'The movement % % was already made.', new.kind, new.ref
      using errcode = 'unique_violation';
  end if;
  new.id := nextval('ledger_ids');
  return new;
end
$$;
create trigger ledger_apply before insert on ledger
  for each row execute function apply_ledger_entry();

-- The only way to move coins, apart from purchases. Locks the wallet first, so that movements of one
-- player wait for each other instead of deadlocking. A repeated movement returns is_new = false and
-- changes nothing; the same (kind, ref) with another account or amount is an error.
-- Errcode WY001 means that the balance is too low.
create function move_coins(
  p_account_id bigint, p_kind text, p_ref text, p_amount bigint, p_book text, p_memo text,
  out transaction_id bigint, out balance bigint, out is_new boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  earlier ledger;
begin
  insert into wallets (account_id) values (p_account_id) on conflict do nothing;
  select w.balance into balance from wallets w where w.account_id = p_account_id
  for no key update;
  select * into earlier from ledger l where l.kind = p_kind and l.ref = p_ref;
  is_new := not found;
  if is_new then
    if p_amount < 0 and p_kind <> 'clawback' and balance + p_amount < 0 then
      raise exception 'The balance of % does not cover %.', balance, -p_amount
        using errcode = 'WY001';
    end if;
    insert into ledger as l (account_id, book, kind, ref, memo, amount)
    values (p_account_id, p_book, p_kind, p_ref, p_memo, p_amount)
    returning l.id, l.balance_after into transaction_id, balance;
    return;
  end if;
  if earlier.account_id <> p_account_id or earlier.amount <> p_amount then
    raise exception 'The movement % % was already made with other figures.', p_kind, p_ref
      using errcode = 'unique_violation';
  end if;
  transaction_id := earlier.id;
end
$$;
