-- For changes that no database user may make. The argument is the message; %s in it is the operation.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '%', format(tg_argv[0], tg_op) using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger wallets_update after update on wallets
  for each row when (pg_trigger_depth() = 0)
  execute function refuse_change('A balance changes through the ledger alone.');
create or replace trigger wallets_insert before insert on wallets
  for each row when (pg_trigger_depth() = 0 and (new.balance <> 0 or new.open_disputes <> 0))
  execute function refuse_change('A balance changes through the ledger alone.');
create or replace trigger wallets_kept before delete or truncate on wallets
  for each statement execute function refuse_change('A balance changes through the ledger alone.');
create or replace trigger purchases_append_only
  before update of id, account_id, shop_item_id, item_name, item_id, quantity, price,
    balance_after, took_stock, key, created_at, delivery_id, receiver_id, kind, payload, units,
    limit_round, bundle_id, group_id, sale_id, discount_id, full_price, ends_id
  on purchases for each statement
  execute function refuse_change('The ledger is append-only: %s is refused.');
create or replace trigger purchases_kept before delete or truncate on purchases
  for each statement execute function refuse_change('The ledger is append-only: %s is refused.');
create or replace trigger shop_items_kept before delete or truncate on shop_items
  for each statement
  execute function refuse_change('Purchases point to this item: hide it instead.');
create or replace trigger game_servers_kept before delete or truncate on game_servers
  for each statement execute function refuse_change(
    'Deliveries and the log point to this server: mark it as removed instead.'
  );
create or replace trigger ledger_kept before delete or truncate on ledger
  for each statement execute function refuse_change('The ledger is append-only: %s is refused.');
