-- Price, currency and limits of top-ups are a setting. An order keeps those that it was created with.
alter table orders drop constraint orders_coins;
alter table orders add constraint orders_coins check (coins between 1 and 10000000);
alter table orders add constraint orders_charge check (amount <= 99999999) not valid;
alter table orders add constraint orders_currency check (currency ~ '^[a-z]{3}$') not valid;

-- As at the provider, refunds and disputes are in the currency of the payment.
alter table sandbox_refunds add column currency text not null default 'usd';
alter table sandbox_disputes add column currency text not null default 'usd';
alter table sandbox_refunds alter column currency drop default;
alter table sandbox_disputes alter column currency drop default;
