-- Whether the player may have the item: for a gift, the one who gets it.
create or replace function meets_needs(p_account_id bigint, i shop_items) returns boolean language plpgsql stable as $$
begin
  return (i.needs_level is null or i.needs_level <= coalesce((
    select p.total_level from accounts a join players p on p.name_key = a.username_key where a.id = p_account_id
  ), 0)) and (i.needs_step is null or exists (
    select from accounts a join supporter_steps held on held.id = a.supporter_step
    join supporter_steps needed on needed.id = i.needs_step
    where a.id = p_account_id and held.coins >= needed.coins
  ));
end
$$;
