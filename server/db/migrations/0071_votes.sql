-- Votes on toplists. A player's vote has a random token, which the list sends back in a callback. One token is good for
-- one reward, and a player gets one reward per list and interval.

create table vote_lists (
  id bigint generated always as identity primary key,
  name text not null,
  -- With {token} in it.
  link text not null,
  -- Names separated by commas. Empty: the token may be in any parameter.
  token_parameter text not null default '',
  -- Empty: every callback means that the vote counted.
  success_parameter text not null default '',
  success_value text not null default '',
  token_alphabet text collate "C" not null,
  token_length integer not null,
  interval_hours integer not null,
  method text collate "C" not null default 'any',
  -- Addresses and host names that may send callbacks. Empty: all.
  senders text[] not null default '{}',
  coins coin_count not null,
  shop_item_id bigint references shop_items,
  is_on boolean not null default true,
  -- Part of the callback address. Not hashed, because admins copy the address; alone it is of no use, since a reward
  -- also needs a player's token.
  secret text not null,
  position integer not null,
  version integer not null default 0,
  constraint vote_lists_reward check (coins > 0 or shop_item_id is not null),
  constraint vote_lists_success check ((success_parameter = '') = (success_value = '')),
  constraint vote_lists_alphabet check (token_alphabet in ('mixed', 'letters', 'digits')),
  constraint vote_lists_length check (token_length between 11 and 64),
  constraint vote_lists_interval check (interval_hours between 1 and 168),
  constraint vote_lists_method check (method in ('any', 'GET', 'POST'))
);

-- Made when a player clicks, deleted a week after it has expired.
create table vote_tokens (
  id bigint generated always as identity primary key,
  list_id bigint not null references vote_lists on delete cascade,
  account_id bigint not null references accounts on delete cascade,
  hash bytea not null,
  -- Sent by an admin to try the callback address: it gives no reward.
  is_test boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (list_id, hash)
);
create index vote_tokens_account on vote_tokens (account_id, list_id, id desc);
create index vote_tokens_expiry on vote_tokens (expires_at);

-- A rewarded vote, with what it gave. It is written in the transaction that gives the reward.
create table votes (
  id bigint generated always as identity primary key,
  -- One reward per token. Null once the token is deleted, which cannot come back.
  token_id bigint unique references vote_tokens on delete set null,
  list_id bigint references vote_lists on delete set null,
  list_name text not null,
  account_id bigint references accounts on delete set null,
  voted_at timestamptz not null default now(),
  coins coin_count not null,
  purchase_id bigint references purchases,
  -- Days in a row with this vote, and the extra reward for them.
  streak integer not null,
  streak_coins coin_count not null default 0,
  streak_purchase_id bigint references purchases,
  constraint votes_streak check (streak > 0)
);
create index votes_account on votes (account_id, id desc);
create index votes_time on votes (voted_at);
create index votes_list on votes (list_id, voted_at);

-- When a player may vote on a list again. Updated only if that time has come, so two rewards never share an interval.
create table vote_turns (
  account_id bigint not null references accounts on delete cascade,
  list_id bigint not null references vote_lists on delete cascade,
  next_at timestamptz not null,
  primary key (account_id, list_id)
);

create table vote_streaks (
  account_id bigint primary key references accounts on delete cascade,
  days integer not null,
  -- In UTC.
  last_day date not null,
  constraint vote_streaks_days check (days > 0)
);

-- The latest callbacks. A ring: a new line replaces the oldest, so the table cannot grow. Callbacks without the right
-- secret or sender have a smaller ring of their own, so a flood of them does not push out the others.
create sequence vote_callbacks_trusted;
create sequence vote_callbacks_foreign;
create table vote_callbacks (
  is_trusted boolean not null,
  slot integer not null,
  id bigint generated always as identity unique,
  at timestamptz not null default now(),
  list_id bigint not null references vote_lists on delete cascade,
  reason text collate "C" not null,
  sender text not null,
  token_id bigint references vote_tokens on delete set null,
  primary key (is_trusted, slot),
  constraint vote_callbacks_ring check (slot between 0 and case when is_trusted then 1999 else 199 end),
  constraint vote_callbacks_reason check (
    reason in ('rewarded', 'repeated', 'too-early', 'not-counted', 'expired', 'unknown-token', 'list-off',
      'wrong-method', 'foreign-sender', 'wrong-secret', 'test')
  )
);
create index vote_callbacks_list on vote_callbacks (list_id);
create index vote_callbacks_token on vote_callbacks (token_id);

alter table game_commands drop constraint game_commands_type;
alter table game_commands add constraint game_commands_type check (
  type in ('kick', 'mute', 'unmute', 'ban', 'unban', 'teleport', 'setRank', 'broadcast', 'restart',
    'reloadContracts', 'rename', 'vote')
);

alter table account_permissions drop constraint account_permissions_known;
alter table account_permissions add constraint account_permissions_known check (
  permission in ('news', 'events', 'polls', 'shop', 'players', 'server', 'votes')
);
