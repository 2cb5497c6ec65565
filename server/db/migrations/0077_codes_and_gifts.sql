-- Codes that players redeem. A batch has the rules of its codes; only hashes of the codes are stored.
create table code_batches (
  id bigint generated always as identity primary key,
  name text not null,
  kind text collate "C" not null,
  -- Coins, percent off the next purchase, or the id of an item of the store.
  value bigint not null,
  -- A chosen word, which is then the only code.
  word text,
  -- Uses of all codes of the batch by one player.
  player_limit integer not null check (player_limit > 0),
  expires_at timestamptz,
  is_on boolean not null default true,
  created_at timestamptz not null default now(),
  constraint code_batches_value check (
    kind in ('coins', 'item') and value > 0 and word is null or kind = 'percent' and value between 1 and 99
  )
);

create table codes (
  id bigint generated always as identity primary key,
  batch_id bigint not null references code_batches,
  -- SHA-256 of the code as normaliseCode() writes it.
  hash bytea not null unique,
  -- For the log: the last four characters, or the chosen word.
  label text not null,
  uses integer not null default 0,
  -- Null: no limit.
  max_uses integer,
  constraint codes_uses check (uses between 0 and coalesce(max_uses, uses))
);
create index codes_batch on codes (batch_id);

-- Written in the transaction that gives the reward. The coins are the movement of the kind 'code' with this id.
create table code_uses (
  id bigint generated always as identity primary key,
  code_id bigint not null references codes,
  batch_id bigint not null references code_batches,
  -- Null once the account is deleted.
  account_id bigint references accounts on delete set null,
  at timestamptz not null default now(),
  -- The player's first, second, … use of the batch: parallel tries cannot both have the same.
  turn integer not null,
  -- The delivery of an item.
  purchase_id bigint unique references purchases,
  unique (batch_id, account_id, turn)
);
create index code_uses_code on code_uses (code_id);
create index code_uses_account on code_uses (account_id);

alter table shop_discounts add foreign key (code_use_id) references code_uses;

alter table ledger drop constraint ledger_sides;
alter table ledger add constraint ledger_sides check (
  kind in ('topup', 'clawback') and book = 'topups'
  or kind = 'refund' and book = 'shop'
  or kind = 'adjustment' and book = 'adjustments'
  or kind = 'vote' and book = 'votes'
  or kind = 'code' and book = 'codes'
);

-- The note of a purchase that has a receiver; of a bundle that is delivered in parts, the first one. Plain text.
create table gift_notes (
  purchase_id bigint primary key references purchases,
  note text not null check (length(note) between 1 and 200),
  -- By the receiver, and when staff decided to keep it.
  reported_at timestamptz,
  kept_at timestamptz
);
create index gift_notes_reported on gift_notes (purchase_id) where reported_at is not null and kept_at is null;

-- Players who want an email when they get a gift.
create table gift_mail_wishes (
  account_id bigint primary key references accounts on delete cascade
);
