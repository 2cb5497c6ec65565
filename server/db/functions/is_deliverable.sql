-- Whether one of these servers, or any if there is no list, has connected, delivers this kind and knows the item.
create or replace function is_deliverable(
  p_server_ids bigint[], p_item_id integer, p_kind text default 'item'
) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from game_tokens t
    join game_servers s on s.id = t.server_id
    left join game_item_lists l on l.server_id = t.server_id
    where t.slot is not null and 'deliveries' = any (t.scopes)
      and s.has_connected and p_kind = any (s.delivery_kinds)
      and (p_server_ids is null or t.server_id = any (p_server_ids))
      and (l.ids is null or l.ids @> p_item_id or p_kind <> 'item')
  );
end
$$;
