-- Players with a negative balance or an open dispute cannot buy.
create or replace function is_wallet_frozen(p_account_id bigint) returns boolean language sql stable as $$
  select coalesce(
    (select balance < 0 or open_disputes > 0 from wallets where account_id = p_account_id), false
  )
$$;
