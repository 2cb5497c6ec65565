import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(versions).execute(db);
  await sql.raw(lists).execute(db);
  await sql.raw(charts).execute(db);
  await sql.raw(audit).execute(db);
}

const versions = `
  -- Counts what admins did to an account: each of their writes names the count it was based on.
  alter table accounts add column version integer not null default 0;
`;

// The list of users in every order it can be had, and the few who are staff. A page is read from an
// index from where the last one ended, so the millionth account is as near as the first. There is no
// index on the balance: every purchase would have to write it.
const lists = `
  create index accounts_by_creation on accounts (created_at, id);
  create index accounts_staff on accounts (user_rights, id) where user_rights > 0;
  -- Whoever is muted or banned, found without a look at the accounts.
  create index sanctions_open on sanctions (kind, account_id) where lifted_at is null;

  do $$
  begin
    if exists (select from pg_extension where extname = 'pg_trgm') then
      create index accounts_name_trigrams on accounts using gin (username_key gin_trgm_ops);
    end if;
  end
  $$;
`;

const charts = `
  create index ledger_at on ledger (at);
  create index poll_votes_at on poll_votes (voted_at) where question = 0;
`;

const audit = `
  create index audit_log_subject on audit_log (subject, id desc);
  create index audit_log_actor_name on audit_log (lower(actor_name), id desc);
  create index audit_log_at on audit_log (at);

  -- Open admin pages read again after any admin's write; none of the replicas is called "database".
  create function announce_audit_entry() returns trigger language plpgsql as $$
  begin
    perform pg_notify('live', '{"from":"database","message":{"topic":"admin"}}');
    return null;
  end
  $$;
  create trigger audit_log_announced after insert on audit_log
    for each statement execute function announce_audit_entry();
`;
