-- Coins that came with an import are known by the player's id at the old site (ref = 'firebase:…'), which leads back to
-- the person. A deletion replaces it by the id of the movement. Amounts still never change.
create or replace function allow_forgetting_memo() returns trigger language plpgsql as $$
declare
  allowed ledger := new;
begin
  allowed.memo := old.memo;
  if old.ref like 'firebase:%' and new.ref = 'erased:' || old.id then
    allowed.ref := old.ref;
  end if;
  if allowed is not distinct from old and is_being_deleted(old.account_id) then
    return new;
  end if;
  raise exception 'The ledger is append-only: % is refused.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger ledger_append_only before update on ledger
  for each row execute function allow_forgetting_memo();
