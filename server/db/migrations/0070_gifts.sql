-- An item that is given is a purchase with the price 0: an ordinary delivery that moves no coins.
alter domain coin_price drop constraint coin_price_positive;
alter domain coin_price add constraint coin_price_not_negative check (value >= 0);
create or replace view ledger_entries as
  select id, account_id, book, kind, ref, memo, amount, balance_after, at from ledger
  union all
  select id, account_id, 'shop', 'purchase', id::text, item_name, -price, balance_after::bigint,
    created_at
  from purchases where price > 0;

alter table ledger drop constraint ledger_sides;
alter table ledger add constraint ledger_sides check (
  kind in ('topup', 'clawback') and book = 'topups'
  or kind = 'refund' and book = 'shop'
  or kind = 'adjustment' and book = 'adjustments'
  or kind = 'vote' and book = 'votes'
);
