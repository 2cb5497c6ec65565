-- Messages to Discord, members online, linked accounts and roles. Nothing is sent unless an admin set it up.

create table discord_hooks (
  kind text collate "C" primary key,
  -- The id in the webhook's address; kinds with the same webhook share its rate limit.
  webhook_id text collate "C",
  -- The secret part of the address, sealed.
  token text,
  hint text,
  is_on boolean not null default false,
  -- Older things are not announced.
  on_since timestamptz not null default now(),
  amount integer,
  -- Why Discord refused the webhook, for example because it was deleted there.
  failure text,
  -- What the last look saw, of kinds that announce a difference; null: begin with the state as it is.
  seen jsonb,
  constraint discord_hooks_address check (
    (webhook_id is null) = (token is null) and (token is null) = (hint is null)),
  constraint discord_hooks_on check (not is_on or token is not null),
  constraint discord_hooks_amount check (amount > 0)
);

-- A message is written once per thing: the key says what it is about. It is 'sending' from just before the request
-- until the answer. If the process ends in between, it is not known whether the message arrived, and an admin decides.
create table discord_messages (
  id bigint generated always as identity primary key,
  kind text collate "C" not null references discord_hooks,
  thing text collate "C" not null,
  title text not null,
  -- Null once the message was sent.
  embed jsonb,
  -- The player it is about, if any.
  account_id bigint references accounts on delete set null,
  state text collate "C" not null default 'waiting',
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- While it is waiting: when to send it. While it is sending: when its sender must be gone.
  due_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '1 day',
  finished_at timestamptz,
  last_error text,
  unique (kind, thing),
  constraint discord_messages_state check (state in ('waiting', 'sending', 'sent', 'failed', 'unknown')),
  constraint discord_messages_embed check ((state = 'sent') = (embed is null)),
  constraint discord_messages_finished check ((state in ('waiting', 'sending')) = (finished_at is null))
);
create index discord_messages_open on discord_messages (due_at) where state in ('waiting', 'sending');
create index discord_messages_account on discord_messages (account_id) where account_id is not null;

-- Purchases of the last day are announced. Rows are added in the order of their time, so an index of blocks is enough.
create index purchases_created on purchases using brin (created_at);

-- Until when Discord wants no requests: of a webhook, of the bot, or none at all ('global').
create table discord_limits (
  bucket text collate "C" primary key,
  until timestamptz not null
);

-- One Discord account per player, and one player per Discord account. No tokens are stored.
create table discord_links (
  account_id bigint primary key references accounts on delete cascade,
  discord_id text collate "C" not null unique,
  name text not null,
  linked_at timestamptz not null default now()
);

-- Linked accounts and the roles that were settled at Discord. A row stays after unlinking until its roles are taken back.
create table discord_members (
  discord_id text collate "C" primary key,
  roles text[] not null default '{}',
  due_at timestamptz not null default now()
);
create index discord_members_due on discord_members (due_at);
