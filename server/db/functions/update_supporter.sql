-- Finds the supporter step of an account by its paid orders, and tells the game of ranks that were reached or lost, each
-- once. May be called at any time and repeatedly. Returns whether the step has changed. The lock of the wallet makes two
-- payments of a player wait for each other.
create or replace function update_supporter(p_account_id bigint) returns boolean language plpgsql as $$
declare
  total bigint;
  reached smallint;
  step supporter_steps;
  given_id bigint;
  is_changed boolean;
begin
  insert into wallets (account_id) values (p_account_id) on conflict do nothing;
  perform from wallets where account_id = p_account_id for no key update;
  if exists (select from accounts where id = p_account_id and closing_at is not null) then
    return false;
  end if;
  total := supporter_coins(p_account_id);
  select id into reached from supporter_steps where coins <= total order by coins desc limit 1;
  update accounts set supporter_step = reached
  where id = p_account_id and supporter_step is distinct from reached;
  is_changed := found;

  update supporter_grants g set is_ending = not exists (
    select from supporter_steps s where s.id = g.step_id and s.coins <= total and s.game_rank = g.game_rank
  ) where g.account_id = p_account_id and g.ended_at is null;
  -- The game has not seen these, so there is nothing to take back.
  update purchases p set state = 'canceled', canceled_at = now()
  from supporter_grants g
  where g.account_id = p_account_id and g.is_ending and g.ended_at is null and p.id = g.purchase_id
    and (p.state = 'queued' and p.server_id is null or p.state = 'attention');
  perform end_grant(g.purchase_id) from supporter_grants g
  where g.account_id = p_account_id and g.is_ending and g.ended_at is null;
  -- One that is just being delivered stays until the next call, see endLostRanks.
  update supporter_grants g set ended_at = now()
  from purchases p left join shop_grants s on s.purchase_id = p.id
  where g.account_id = p_account_id and g.is_ending and g.ended_at is null and p.id = g.purchase_id
    and (p.state = 'canceled' or s.ended_at is not null);

  for step in
    select * from supporter_steps s
    where s.coins <= total and s.game_rank is not null and not exists (
      select from supporter_grants g
      where g.account_id = p_account_id and g.step_id = s.id and g.ended_at is null
    )
    order by s.coins
  loop
    insert into purchases (
      account_id, item_name, item_id, quantity, price, took_stock, kind, payload
    ) values (
      p_account_id, step.name, 0, 1, 0, false, 'rank', jsonb_build_object('value', step.game_rank)
    )
    returning id into strict given_id;
    insert into supporter_grants (purchase_id, account_id, step_id, game_rank)
    values (given_id, p_account_id, step.id, step.game_rank);
  end loop;
  return is_changed;
end
$$;
