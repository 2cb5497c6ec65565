-- Refreshes the named players, or all players if keys is null. Returns how many changed.
create or replace function refresh_players(keys text[]) returns integer language plpgsql as $$
declare
  changed integer[];
begin
  -- Ordered by id, like the locks that the reports take.
  perform from players p where keys is null or p.name_key = any (keys)
    order by p.id for no key update;
  with wanted as (
    select p.id, coalesce(a.username, p.name) as name, coalesce(a.user_rights, 0) as user_rights,
      coalesce(a.supporter_step, 0) as supporter,
      is_player_listed(p.name_key, coalesce(a.user_rights, 0)) as is_listed
    from players p left join accounts a on a.username_key = p.name_key
    where keys is null or p.name_key = any (keys)
  ), updated as (
    update players p set name = w.name, user_rights = w.user_rights, supporter = w.supporter,
      is_listed = w.is_listed
    from wanted w
    where p.id = w.id
      and (p.name, p.user_rights, p.supporter, p.is_listed)
        is distinct from (w.name, w.user_rights, w.supporter, w.is_listed)
    returning p.id
  )
  select array_agg(id order by id) into changed from updated;
  if changed is null then
    return 0;
  end if;
  update hiscores h set is_listed = p.is_listed
  from players p
  where p.id = h.player_id and h.player_id = any (changed) and h.is_listed <> p.is_listed;
  -- Same message as live.publish. No replica is called "database", so all of them handle it.
  perform pg_notify('live', '{"from":"database","message":{"topic":"hiscores"}}');
  return cardinality(changed);
end
$$;
