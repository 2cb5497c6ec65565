-- The wallet stores its number of open disputes, so that a purchase only has to read the wallet.
-- Incremented and decremented instead of recounted, because two orders may change at the same time.
create or replace function count_open_disputes() returns trigger language plpgsql as $$
declare
  change integer := (new.dispute is not distinct from 'open')::integer
    - (tg_op = 'UPDATE' and old.dispute is not distinct from 'open')::integer;
begin
  insert into wallets (account_id) values (new.account_id) on conflict do nothing;
  update wallets set open_disputes = open_disputes + change where account_id = new.account_id;
  return null;
end
$$;

create or replace trigger orders_disputed after insert on orders
  for each row when (new.dispute = 'open') execute function count_open_disputes();
create or replace trigger orders_dispute_changed after update of dispute on orders
  for each row when (
    (new.dispute is not distinct from 'open') <> (old.dispute is not distinct from 'open')
  ) execute function count_open_disputes();
