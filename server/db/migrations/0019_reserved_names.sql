-- Names of characters that the owner has imported into a game. Nobody can register such a name until it is
-- released for the character's owner.
create table reserved_names (
  username_key text collate "C" primary key check (username_key <> ''),
  -- As written in the owner's list.
  username text not null,
  reserved_at timestamptz not null default now()
);

-- Reserving names locks the accounts against inserts, so this sees every committed reservation.
create function refuse_reserved_name() returns trigger language plpgsql as $$
begin
  if exists (select from reserved_names where username_key = new.username_key) then
    raise exception 'the username % is reserved', new.username_key
      using errcode = 'unique_violation', constraint = 'accounts_username_reserved';
  end if;
  return new;
end $$;

create trigger accounts_username_reserved before insert or update of username_key on accounts
  for each row execute function refuse_reserved_name();
