import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(wallet).execute(db);
}

const wallet = `
  -- One row for every movement of coins. The pair (kind, ref) names what it was for, and being
  -- unique it is what makes a repeated credit or debit impossible.
  create table ledger_transactions (
    id bigint generated always as identity primary key,
    kind text collate "C" not null,
    ref text collate "C" not null,
    memo text not null,
    at timestamptz not null default now(),
    unique (kind, ref),
    constraint ledger_transactions_kind check (
      kind in ('topup', 'clawback', 'purchase', 'refund', 'adjustment')
    )
  );

  -- Its two sides, which sum to zero: a player, and one of the house's books.
  create table ledger_postings (
    id bigint generated always as identity primary key,
    transaction_id bigint not null references ledger_transactions,
    account_id bigint references accounts,
    book text collate "C",
    amount bigint not null,
    -- What the player had after it. The house's books have no running balance: a row that every
    -- purchase writes would be a queue.
    balance_after bigint,
    constraint ledger_postings_amount check (amount <> 0),
    constraint ledger_postings_side check (
      (account_id is null) <> (book is null) and (account_id is null) = (balance_after is null)
    ),
    constraint ledger_postings_book check (book in ('topups', 'shop', 'adjustments'))
  );
  create index ledger_postings_account on ledger_postings (account_id, id desc)
    where account_id is not null;
  create index ledger_postings_transaction on ledger_postings (transaction_id);

  create function refuse_ledger_change() returns trigger language plpgsql as $$
  begin
    raise exception 'The ledger is append-only: % is refused.', tg_op
      using errcode = 'insufficient_privilege';
  end
  $$;
  create trigger ledger_transactions_append_only
    before update or delete or truncate on ledger_transactions
    for each statement execute function refuse_ledger_change();
  create trigger ledger_postings_append_only
    before update or delete or truncate on ledger_postings
    for each statement execute function refuse_ledger_change();

  -- Both sides of a transaction come in one statement; the balance moves with them.
  create function apply_ledger_postings() returns trigger language plpgsql as $$
  begin
    if exists (
      select from new_postings group by transaction_id having sum(amount) <> 0
    ) then
      raise exception 'The postings of a transaction must sum to zero.'
        using errcode = 'check_violation';
    end if;
    update accounts
    set wyncoins = wyncoins + moved.amount
    from (
      select account_id, sum(amount) as amount
      from new_postings
      where account_id is not null
      group by account_id
    ) as moved
    where accounts.id = moved.account_id;
    return null;
  end
  $$;
  create trigger ledger_postings_apply
    after insert on ledger_postings referencing new table as new_postings
    for each statement execute function apply_ledger_postings();

  -- A balance is a sum of postings, so only their trigger may write it.
  create function refuse_balance_change() returns trigger language plpgsql as $$
  begin
    if pg_trigger_depth() < 2 then
      raise exception 'A balance changes through the ledger alone.'
        using errcode = 'insufficient_privilege';
    end if;
    return new;
  end
  $$;
  create trigger accounts_balance_update
    before update of wyncoins on accounts
    for each row when (new.wyncoins is distinct from old.wyncoins)
    execute function refuse_balance_change();
  create trigger accounts_balance_insert
    before insert on accounts
    for each row when (new.wyncoins <> 0)
    execute function refuse_balance_change();

  -- The one way to move coins. Locks the account first, so that movements of one player queue up
  -- instead of deadlocking. A movement already made is answered with is_new = false and changes
  -- nothing; the same (kind, ref) with another account or amount is an error.
  -- Only a clawback may take a balance below zero: errcode WY001 tells that the coins do not suffice.
  create function move_coins(
    p_account_id bigint, p_kind text, p_ref text, p_amount bigint, p_book text, p_memo text,
    out transaction_id bigint, out balance bigint, out is_new boolean
  ) language plpgsql as $$
  declare
    earlier record;
  begin
    select wyncoins into balance from accounts where id = p_account_id for no key update;
    if not found then
      raise exception 'There is no account %.', p_account_id using errcode = 'foreign_key_violation';
    end if;
    insert into ledger_transactions (kind, ref, memo) values (p_kind, p_ref, p_memo)
    on conflict (kind, ref) do nothing returning id into transaction_id;
    if transaction_id is null then
      select t.id, p.account_id, p.amount into earlier
      from ledger_transactions t
      join ledger_postings p on p.transaction_id = t.id and p.account_id is not null
      where t.kind = p_kind and t.ref = p_ref;
      if earlier.account_id <> p_account_id or earlier.amount <> p_amount then
        raise exception 'The movement % % was already made with other figures.', p_kind, p_ref
          using errcode = 'unique_violation';
      end if;
      transaction_id := earlier.id;
      is_new := false;
      return;
    end if;
    if p_amount < 0 and p_kind <> 'clawback' and balance + p_amount < 0 then
      raise exception 'The balance of % does not cover %.', balance, -p_amount
        using errcode = 'WY001';
    end if;
    balance := balance + p_amount;
    insert into ledger_postings (transaction_id, account_id, book, amount, balance_after)
    values
      (transaction_id, p_account_id, null, p_amount, balance),
      (transaction_id, null, p_book, -p_amount, null);
    is_new := true;
  end
  $$;
`;
