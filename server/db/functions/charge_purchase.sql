-- Charges the price. If the wallet is frozen or its balance too low, no row is inserted; the caller
-- then reads the wallet for the reason. A gift (price 0) needs no wallet, and a frozen one gets it too.
create or replace function charge_purchase() returns trigger language plpgsql as $$
begin
  if new.price = 0 then
    select greatest(coalesce(max(balance), 0), 0) into new.balance_after
    from wallets where account_id = new.account_id;
  else
    update wallets set balance = balance - new.price
    where account_id = new.account_id and balance >= new.price and open_disputes = 0
    returning balance into new.balance_after;
    if not found then
      return null;
    end if;
  end if;
  if (new.state <> 'queued' or new.lease_until is not null or new.delivered_at is not null
    or new.canceled_at is not null) and not is_delivery_sound(new)
  then
    raise exception 'A delivery that is % does not have these times.', new.state
      using errcode = 'check_violation';
  end if;
  new.id := nextval('ledger_ids');
  if new.bundle_id is not null then
    new.group_id := coalesce(new.group_id, new.id);
  end if;
  -- The highest bit is the variant that a UUID must have there.
  new.delivery_id := (left(replace(gen_random_uuid()::text, '-', ''), 16)
    || to_hex(new.id | (1::bigint << 63)))::uuid;
  return new;
end
$$;

create or replace trigger purchases_charge before insert on purchases
  for each row execute function charge_purchase();
