-- Whether the games that have connected can deliver everything that a purchase of this item needs.
create or replace function is_sellable(i shop_items) returns boolean language plpgsql stable as $$
begin
  if i.kind <> 'bundle' then
    return is_deliverable(i.server_ids, i.item_id, i.kind);
  end if;
  if not i.is_one_delivery then
    return not exists (
      select from bundle_items b join shop_items part on part.id = b.item_id
      where b.bundle_id = i.id
        and (part.deleted_at is not null or not is_deliverable(part.server_ids, part.item_id, part.kind))
    );
  end if;
  return exists (
    select from game_tokens t
    join game_servers s on s.id = t.server_id
    left join game_item_lists l on l.server_id = t.server_id
    where t.slot is not null and 'deliveries' = any (t.scopes)
      and s.has_connected and 'bundle' = any (s.delivery_kinds)
      and (i.server_ids is null or t.server_id = any (i.server_ids))
      and not exists (
        select from bundle_items b join shop_items part on part.id = b.item_id
        where b.bundle_id = i.id and (part.deleted_at is not null or not l.ids @> part.item_id)
      )
  );
end
$$;
