-- However the first admin was made: from then on no link works.
create or replace function forget_setup_codes() returns trigger language plpgsql as $$
begin
  delete from setup_codes;
  return null;
end $$;

create or replace trigger accounts_forget_setup_codes
  after insert or update of user_rights on accounts
  for each row when (new.user_rights = 3)
  execute function forget_setup_codes();
