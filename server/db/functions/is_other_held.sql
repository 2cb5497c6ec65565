-- Whether the game holds a delivery that gives what this one ends, or ends what this one gives. It may have applied that
-- one without saying so yet, and the order of the two decides whether the player has it: this one must wait.
create or replace function is_other_held(p purchases, p_server_id bigint) returns boolean language plpgsql stable as $$
begin
  return p.kind in ('rank', 'membership') and exists (
    select from purchases o
    where (o.account_id = coalesce(p.receiver_id, p.account_id) and o.receiver_id is null
        or o.receiver_id = coalesce(p.receiver_id, p.account_id))
      and o.state = 'claimed' and o.server_id = p_server_id and o.kind = p.kind
      and o.payload ->> 'value' = p.payload ->> 'value' and (o.ends_id is null) <> (p.ends_id is null)
  );
end
$$;
