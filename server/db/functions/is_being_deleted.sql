-- True only in the transaction that deletes the account: now() is the time of the transaction.
create or replace function is_being_deleted(p_account_id bigint) returns boolean language sql stable as $$
  select exists (
    select from accounts
    where deleted_at = now() and id = coalesce(p_account_id, id)
  )
$$;
