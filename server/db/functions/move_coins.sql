-- The only way to move coins, apart from purchases. Locks the wallet first, so that movements of one
-- player wait for each other instead of deadlocking. A repeated movement returns is_new = false and
-- changes nothing; the same (kind, ref) with another account or amount is an error.
-- Errcode WY001 means that the balance is too low.
create or replace function move_coins(
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
