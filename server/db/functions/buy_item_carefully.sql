-- Locks the wallet, then the item, then the parts of a bundle in the order of their ids. A refusal changes nothing.
create or replace function buy_item_carefully(
  p_account_id bigint, p_shop_item_id bigint, p_key text,
  p_price numeric, p_item_id numeric, p_name text, p_receiver_id bigint default null,
  out outcome text, out purchase_id bigint, out item_name text, out price bigint,
  out balance bigint, out is_counted boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  item shop_items;
  earlier purchases;
  is_frozen boolean;
  bought_at timestamptz;
  sale record;
  discount shop_discounts;
  -- What the buyer pays now.
  due bigint;
begin
  is_counted := false;
  select w.balance, w.balance < 0 or w.open_disputes > 0 into balance, is_frozen
  from wallets w where w.account_id = p_account_id for no key update;
  if not found then
    if not exists (select from accounts where id = p_account_id) then
      raise exception 'There is no account %.', p_account_id
        using errcode = 'foreign_key_violation';
    end if;
    balance := 0;
  end if;

  select * into earlier from purchases p where p.account_id = p_account_id and p.key = p_key;
  if found then
    purchase_id := earlier.id;
    item_name := earlier.item_name;
    price := earlier.price;
    if earlier.bundle_id is not null then
      select i.name into item_name from shop_items i where i.id = earlier.bundle_id;
      select sum(p.price) into price from purchases p
      where p.account_id = p_account_id and p.id >= earlier.id and p.group_id = earlier.id;
    end if;
    outcome := case
      when coalesce(earlier.bundle_id, earlier.shop_item_id) = p_shop_item_id
        and earlier.receiver_id is not distinct from p_receiver_id and coalesce(price = p_price, true)
        then 'repeated' else 'key-reused' end;
    return;
  end if;

  select * into item from shop_items i where i.id = p_shop_item_id;
  if item.stock is not null or item.total_limit is not null or item.kind = 'bundle' then
    select * into item from shop_items i where i.id = p_shop_item_id for no key update;
  end if;
  is_counted := item.stock is not null or item.total_limit is not null;
  if item.kind = 'bundle' then
    perform from bundle_items b join shop_items i on i.id = b.item_id
    where b.bundle_id = item.id order by i.id for no key update of i;
    is_counted := is_counted or exists (
      select from bundle_items b join shop_items i on i.id = b.item_id
      where b.bundle_id = item.id and i.stock is not null
    );
  end if;

  bought_at := clock_timestamp();
  select * into sale from best_sale(item, bought_at);
  due := coalesce(sale.price, item.price);
  select * into discount from shop_discounts d
  where d.account_id = p_account_id and d.purchase_id is null
    and (d.expires_at is null or d.expires_at > bought_at)
    and sale_price(due, d.percent, item.least_price) < due
  order by d.percent desc, d.expires_at, d.id limit 1;
  if found then
    due := sale_price(due, discount.percent, item.least_price);
  end if;
  item_name := item.name;
  price := due;

  outcome := case
    when is_frozen then 'frozen'
    when item.id is null or item.deleted_at is not null or not item.is_enabled then 'gone'
    when item.ends_at <= bought_at then 'ended'
    when item.item_id <> p_item_id then 'id-differs'
    when item.name <> p_name then 'name-differs'
    when due <> p_price then 'price-differs'
    when not is_sellable(item) then 'undeliverable'
    when item.stock = 0 or item.sold_of_limit >= item.total_limit or exists (
      select from bundle_items b join shop_items i on i.id = b.item_id
      where b.bundle_id = item.id and i.stock < b.count
    ) then 'sold-out'
    when not meets_needs(coalesce(p_receiver_id, p_account_id), item) then 'needs-unmet'
    when balance < due then 'too-poor'
    when item.player_limit <= (
      select count(distinct coalesce(p.group_id, p.id)) from purchases p
      where p.account_id = p_account_id and p.state <> 'canceled' and p.price > 0
        and (p.shop_item_id = item.id and p.bundle_id is null or p.bundle_id = item.id)
    ) then 'limit-reached'
  end;
  if outcome is not null then
    return;
  end if;

  select w.purchase_id, w.balance into strict purchase_id, balance
  from write_purchase(
    item, p_account_id, p_receiver_id, p_key, due, sale.sale_id, discount.id, true
  ) as w;
  update shop_discounts d set purchase_id = buy_item_carefully.purchase_id where d.id = discount.id;
  outcome := 'bought';
end
$$;
