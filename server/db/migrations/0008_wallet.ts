import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(wallets).execute(db);
  await sql.raw(ledger).execute(db);
  await sql.raw(moving).execute(db);
}

// Coins move by a row being added to one of two journals: the ledger, or, from migration 0009 on, the
// purchases. The row's own trigger moves the balance, so there is no other order of things to forget.
const wallets = `
  -- The balance has a row of its own, narrow and with one index: a purchase rewrites it, and would
  -- otherwise carry an account's names, indexes and checks along each time.
  alter table accounts drop column wyncoins;

  -- Types and not checks of the tables: a table's checks are read and compiled anew with every row
  -- written, whichever of its columns they are about; a type's once, and where a value is assigned.
  create domain coin_count as bigint constraint coin_count_not_negative check (value >= 0);
  create domain coin_price as bigint constraint coin_price_positive check (value > 0);
  create domain natural_count as integer constraint natural_count_not_negative check (value >= 0);

  -- Made with the first movement. Never deleted, which keeps the account and with it both journals.
  create table wallets (
    account_id bigint primary key references accounts,
    balance bigint not null default 0,
    -- Kept by a trigger of the orders. While there is one, nothing can be bought.
    open_disputes natural_count not null default 0
  ) with (fillfactor = 50);

  -- Whoever owes coins, or has a payment under dispute, cannot buy.
  create function is_wallet_frozen(p_account_id bigint) returns boolean language sql stable as $$
    select coalesce(
      (select balance < 0 or open_disputes > 0 from wallets where account_id = p_account_id), false
    )
  $$;

  -- For what nobody may do, whoever is connected; the trigger says why. A %s in it names the operation.
  create function refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception '%', format(tg_argv[0], tg_op) using errcode = 'insufficient_privilege';
  end
  $$;
  -- The journals write from their triggers, at depth 1 and deeper. After and not before the update:
  -- a trigger before it would lock the row once more.
  create trigger wallets_update after update on wallets
    for each row when (pg_trigger_depth() = 0)
    execute function refuse_change('A balance changes through the ledger alone.');
  create trigger wallets_insert before insert on wallets
    for each row when (pg_trigger_depth() = 0 and (new.balance <> 0 or new.open_disputes <> 0))
    execute function refuse_change('A balance changes through the ledger alone.');
  create trigger wallets_kept before delete or truncate on wallets
    for each statement execute function refuse_change('A balance changes through the ledger alone.');
`;

const ledger = `
  -- Both journals count with it, each number taken under the lock of the wallet: a player's movements
  -- are numbered in the order in which they changed the balance.
  create sequence ledger_ids;

  -- One row is both sides of a movement: what the player gets, the book gives. The pair (kind, ref)
  -- names what it was for, and being unique it is what makes a repeated credit or debit impossible.
  create table ledger (
    id bigint primary key,
    -- No reference: its wallet, which is never deleted, was written by the trigger below.
    account_id bigint not null,
    book text collate "C" not null,
    kind text collate "C" not null,
    ref text collate "C" not null,
    memo text not null,
    -- From the player's side. The house's books have no running balance: a row that every movement
    -- writes would be a queue.
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
    -- Under "on conflict do nothing" the balance would have moved for a row that is not written.
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
`;

const moving = `
  -- The one way to move coins, but for a purchase. Locks the wallet first, so that movements of one
  -- player queue up instead of deadlocking. A movement already made is answered with is_new = false
  -- and changes nothing; the same (kind, ref) with another account or amount is an error.
  -- Errcode WY001 tells that the coins do not suffice.
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
`;
