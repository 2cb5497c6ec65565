-- Incremented by every change an admin makes; each change names the version it was based on.
alter table accounts add column version integer not null default 0;

-- Indexes for every sort order of the user list and for the few staff. A page is read from an index,
-- starting where the last one ended, so the last page is as fast as the first. There is no index on the
-- balance, because every purchase would have to update it.

create index accounts_by_creation on accounts (created_at, id);
create index accounts_staff on accounts (user_rights, id) where user_rights > 0;
-- Finds muted and banned players without reading accounts.
create index sanctions_open on sanctions (kind, account_id) where lifted_at is null;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index accounts_name_trigrams on accounts using gin (username_key gin_trgm_ops);
  end if;
end
$$;

create index ledger_at on ledger (at);
create index poll_votes_at on poll_votes (voted_at) where question = 0;

create index audit_log_subject on audit_log (subject, id desc);
create index audit_log_actor_name on audit_log (lower(actor_name), id desc);
create index audit_log_at on audit_log (at);

-- Makes open admin pages reload after any admin's change. No replica is called "database", so all of
-- them handle the message.
create function announce_audit_entry() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', '{"from":"database","message":{"topic":"admin"}}');
  return null;
end
$$;
create trigger audit_log_announced after insert on audit_log
  for each statement execute function announce_audit_entry();
