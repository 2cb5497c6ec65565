-- The codes of the links that set up a site without an admin: one for each replica that printed a link.
create table setup_codes (
  -- A replica that starts again replaces its own code and leaves those of the others.
  replica text primary key,
  code_hash bytea not null,
  expires_at timestamptz not null
);

-- However the first admin was made: from then on no link works.
create function forget_setup_codes() returns trigger language plpgsql as $$
begin
  delete from setup_codes;
  return null;
end $$;

create trigger accounts_forget_setup_codes
  after insert or update of user_rights on accounts
  for each row when (new.user_rights = 3)
  execute function forget_setup_codes();
