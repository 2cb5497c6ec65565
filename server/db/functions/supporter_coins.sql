-- The coins that an account has bought in total: without bonus coins, and without what was refunded or disputed.
create or replace function supporter_coins(p_account_id bigint) returns bigint language sql stable as $$
  select coalesce(sum(
    coins - ceil(coins::numeric * least(amount, refunded + disputed) / amount)
  ), 0)::bigint
  from orders where account_id = p_account_id and state = 'paid'
$$;
