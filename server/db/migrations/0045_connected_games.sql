-- The shop sells only what a game that has connected can deliver. Until now a server with a token that
-- no game ever used counted as able to deliver every item, so purchases waited for ever.

-- Whether the server's game has ever sent a heartbeat, its items or a claim.
alter table game_servers add column has_connected boolean not null default false;

update game_servers s set has_connected = true
where s.heartbeat_at is not null
  or exists (select from game_item_lists l where l.server_id = s.id)
  or exists (select from purchases p where p.server_id = s.id);

-- The function of migration 0021, for servers that have connected only.
create or replace function is_deliverable(p_server_ids bigint[], p_item_id integer) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from game_tokens t
    join game_servers s on s.id = t.server_id
    left join game_item_lists l on l.server_id = t.server_id
    where t.slot is not null and 'deliveries' = any (t.scopes)
      and s.has_connected
      and (p_server_ids is null or t.server_id = any (p_server_ids))
      and (l.ids is null or l.ids @> p_item_id)
  );
end
$$;
