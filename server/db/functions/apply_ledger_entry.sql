create or replace function apply_ledger_entry() returns trigger language plpgsql as $$
begin
  insert into wallets as w (account_id, balance) values (new.account_id, new.amount)
  on conflict (account_id) do update set balance = w.balance + excluded.balance
  returning w.balance into new.balance_after;
  -- With "on conflict do nothing", the balance would change without a ledger row.
  if exists (select from ledger l where l.kind = new.kind and l.ref = new.ref) then
    raise exception 'The movement % % was already made.', new.kind, new.ref
      using errcode = 'unique_violation';
  end if;
  new.id := nextval('ledger_ids');
  return new;
end
$$;

create or replace trigger ledger_apply before insert on ledger
  for each row execute function apply_ledger_entry();
