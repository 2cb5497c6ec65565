-- Supporter ranks, the goal of the community, bonus coins, pinned items, and top-ups that also buy an item.

create table supporter_steps (
  id smallint primary key,
  name text not null,
  icon text collate "C" not null,
  colour text collate "C" not null,
  -- Bought in total, without bonus coins and without what was refunded or disputed.
  coins bigint not null unique deferrable initially deferred,
  thanks text not null,
  -- Given in the game to players who reach the step; null: none.
  game_rank text,
  constraint supporter_steps_id check (id between 1 and 99),
  constraint supporter_steps_name check (char_length(name) between 1 and 30),
  constraint supporter_steps_coins check (coins > 0),
  constraint supporter_steps_thanks check (char_length(thanks) <= 200),
  constraint supporter_steps_game_rank check (char_length(game_rank) between 1 and 60)
);

alter table accounts
  -- Written by update_supporter.
  add column supporter_step smallint references supporter_steps,
  -- Whether the player agreed to be named among the supporters.
  add column is_named_supporter boolean not null default false;
alter table players add column supporter smallint not null default 0;

-- Ranks that the game was told to give, written by update_supporter. Without an end the player has the rank.
create table supporter_grants (
  purchase_id bigint primary key references purchases,
  account_id bigint not null references accounts,
  step_id smallint not null,
  game_rank text not null,
  -- The step was lost, but the rank could not be taken back yet.
  is_ending boolean not null default false,
  ended_at timestamptz
);
create unique index supporter_grants_held on supporter_grants (account_id, step_id)
  where ended_at is null;
create index supporter_grants_ending on supporter_grants (account_id)
  where is_ending and ended_at is null;

create table pinned_items (
  account_id bigint primary key references accounts on delete cascade,
  shop_item_id bigint not null references shop_items
);

alter table orders
  add column bonus integer not null default 0,
  -- Bought with the coins as soon as they are credited, at this price or not at all.
  add column buy_item_id bigint references shop_items,
  add column buy_price integer,
  -- What came of it; null until the payment.
  add column buy_outcome text collate "C",
  drop constraint orders_clawed,
  add constraint orders_bonus check (bonus >= 0),
  add constraint orders_buy check (
    (buy_item_id is null) = (buy_price is null) and (buy_outcome is null or buy_item_id is not null)),
  add constraint orders_clawed check (
    clawed between 0 and case when state = 'paid' then coins + bonus else 0 end);
create index orders_paid_at on orders (paid_at) where state = 'paid';
