-- An account that its owner or an admin wants deleted keeps working until delete_after. Then closing_at is set:
-- the player is signed out for good. Once nothing is under way any more, the row becomes anonymous and
-- deleted_at is set. The row itself stays, because the ledger, purchases and orders belong to it.
alter table accounts
  add column delete_after timestamptz,
  add column closing_at timestamptz,
  add column deleted_at timestamptz,
  drop constraint accounts_username_format,
  add constraint accounts_username_format check (
    deleted_at is not null
    or char_length(username) between 1 and 12
      and username ~ '^[A-Za-z0-9]([A-Za-z0-9 _-]*[A-Za-z0-9])?$'
  ),
  add constraint accounts_deletion_order check (
    (closing_at is null or delete_after is not null) and (deleted_at is null or closing_at is not null)
  );
create index accounts_delete_after on accounts (delete_after)
  where delete_after is not null and deleted_at is null;
create index accounts_deleted_at on accounts (deleted_at) where deleted_at is not null;

-- Hashes of the names of deleted accounts. The game still has their characters, so the names stay blocked until
-- an admin releases them.
create table retired_names (
  name_hash bytea primary key check (octet_length(name_hash) = 32),
  retired_at timestamptz not null default now()
);

create function name_hash(p_name_key text) returns bytea language sql immutable as $$
  select sha256(convert_to(p_name_key, 'UTF8'))
$$;

create function refuse_retired_name() returns trigger language plpgsql as $$
begin
  if exists (select from retired_names where name_hash = name_hash(new.username_key)) then
    raise exception 'the username belonged to a deleted account'
      using errcode = 'unique_violation', constraint = 'accounts_username_retired';
  end if;
  return new;
end $$;
create trigger accounts_username_retired before insert or update of username_key on accounts
  for each row execute function refuse_retired_name();

-- True only in the transaction that deletes the account: now() is the time of the transaction.
create function is_being_deleted(p_account_id bigint) returns boolean language sql stable as $$
  select exists (
    select from accounts
    where deleted_at = now() and id = coalesce(p_account_id, id)
  )
$$;

-- Replaces a name and an email address, given as patterns, by `p_by`.
create function forget_in_text(p_text text, p_name text, p_email text, p_by text) returns text
language sql immutable as $$
  select regexp_replace(regexp_replace(p_text, p_email, p_by, 'gi'), p_name, p_by, 'gi')
$$;

-- The same in all texts of a JSON value. Its keys and numbers stay.
create function forget_in_json(p_json jsonb, p_name text, p_email text, p_by text) returns jsonb
language plpgsql immutable as $$
begin
  case jsonb_typeof(p_json)
    when 'object' then
      return (select coalesce(jsonb_object_agg(key, forget_in_json(value, p_name, p_email, p_by)), '{}')
        from jsonb_each(p_json));
    when 'array' then
      return (select coalesce(
          jsonb_agg(forget_in_json(value, p_name, p_email, p_by) order by ordinality), '[]')
        from jsonb_array_elements(p_json) with ordinality);
    when 'string' then
      return to_jsonb(forget_in_text(p_json #>> '{}', p_name, p_email, p_by));
    else return p_json;
  end case;
end
$$;

-- The audit log stays append-only, with two exceptions: an address after 90 days (migration 0037), and the names
-- and texts of an account in the transaction that deletes it.
create or replace function allow_forgetting_address() returns trigger language plpgsql as $$
declare
  allowed audit_log := old;
begin
  if old.at < now() - interval '90 days' then
    allowed.ip := null;
    if new is not distinct from allowed then
      return new;
    end if;
  end if;
  if is_being_deleted(null) then
    allowed := new;
    allowed.actor_name := old.actor_name;
    allowed.subject := old.subject;
    allowed.before := old.before;
    allowed.after := old.after;
    allowed.ip := old.ip;
    if allowed is not distinct from old then
      return new;
    end if;
  end if;
  raise exception 'The audit log is append-only: % is refused.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;

-- The same for the texts in the ledger. Amounts never change.
drop trigger ledger_append_only on ledger;
create trigger ledger_kept before delete or truncate on ledger
  for each statement execute function refuse_change('The ledger is append-only: %s is refused.');

create function allow_forgetting_memo() returns trigger language plpgsql as $$
declare
  allowed ledger := new;
begin
  allowed.memo := old.memo;
  if allowed is not distinct from old and is_being_deleted(old.account_id) then
    return new;
  end if;
  raise exception 'The ledger is append-only: % is refused.', tg_op
    using errcode = 'insufficient_privilege';
end
$$;
create trigger ledger_append_only before update on ledger
  for each row execute function allow_forgetting_memo();
