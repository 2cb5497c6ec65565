-- Until the end of the transaction: the grants of a player start and end one after another.
create or replace function lock_grants(p_account_id bigint) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('shop_grants', p_account_id))
$$;
