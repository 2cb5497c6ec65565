-- A name is reserved for the owner of an imported character, who claims it with an emailed link or with a code
-- typed in the game, or for a time for the account that had it before it was renamed.
alter table reserved_names
  -- The character's owner. Null: unknown, so the name can be claimed only in the game.
  add column email text,
  -- The account that had the name before. Only this account may take the name back.
  add column account_id bigint references accounts on delete cascade,
  add column expires_at timestamptz,
  -- The provider's id of the user who has claimed the name and whose registration is not complete yet.
  add column handed_to text,
  add constraint reserved_names_old_name check ((account_id is null) = (expires_at is null));
create index reserved_names_account on reserved_names (account_id) where account_id is not null;

create table name_claims (
  -- Hash of the secret that a registration must send to get the name.
  token_hash bytea primary key,
  username_key text collate "C" not null references reserved_names on delete cascade,
  -- Hash of the code to type in the game; null for an emailed link, which is proof enough.
  code_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  proven_at timestamptz,
  -- `email`, or the name of the game server.
  proven_by text,
  constraint name_claims_proven check ((proven_at is null) = (proven_by is null)),
  constraint name_claims_proof check (code_hash is not null or proven_at is not null)
);
create index name_claims_username_key on name_claims (username_key);

create or replace function refuse_reserved_name() returns trigger language plpgsql as $$
declare
  reserved record;
begin
  select account_id into reserved from reserved_names
    where username_key = new.username_key
      and account_id is distinct from new.id
      and handed_to is distinct from new.identity_id
      and (expires_at is null or expires_at > now());
  if not found then
    return new;
  end if;
  raise exception 'the username % is reserved', new.username_key using errcode = 'unique_violation',
    constraint = case when reserved.account_id is null
      then 'accounts_username_reserved' else 'accounts_username_kept' end;
end $$;

-- Null: never renamed by the player.
alter table accounts add column renamed_at timestamptz;

alter table game_commands drop constraint game_commands_type;
alter table game_commands add constraint game_commands_type check (
  type in ('kick', 'mute', 'unmute', 'ban', 'unban', 'teleport', 'setRank', 'broadcast', 'restart',
    'reloadContracts', 'rename')
);
