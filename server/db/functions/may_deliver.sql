-- Whether a purchase that no server has claimed may be offered to this one. An item that no game has is
-- offered too: the game then reports the failure, and an admin sees it.
create or replace function may_deliver(p_server_id bigint, p_shop_item_id bigint, p_item_id integer)
returns boolean language plpgsql stable as $$
declare
  allowed bigint[];
begin
  select server_ids into allowed from shop_items where id = p_shop_item_id;
  if not coalesce(p_server_id = any (allowed), true) then
    return false;
  end if;
  return not exists (
      select from game_item_lists where server_id = p_server_id and not ids @> p_item_id
    ) or not is_deliverable(allowed, p_item_id);
end
$$;
