-- Whether a purchase that no server has claimed may be offered to this one: never a kind that its game does not know.
-- An item that no game has is offered too: the game then reports the failure, and an admin sees it.
create or replace function may_deliver(p_server_id bigint, p purchases) returns boolean
language plpgsql stable as $$
declare
  allowed bigint[];
begin
  select server_ids into allowed from shop_items where id = p.shop_item_id;
  if not coalesce(p_server_id = any (allowed), true)
    or not exists (select from game_servers where id = p_server_id and p.kind = any (delivery_kinds))
  then
    return false;
  end if;
  if p.kind = 'bundle' then
    return not exists (
      select from game_item_lists l, jsonb_array_elements(p.payload -> 'contents') as part
      where l.server_id = p_server_id and not l.ids @> (part ->> 'itemId')::integer
    );
  end if;
  return p.kind <> 'item' or not exists (
      select from game_item_lists where server_id = p_server_id and not ids @> p.item_id
    ) or not is_deliverable(allowed, p.item_id);
end
$$;
