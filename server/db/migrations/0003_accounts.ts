import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(accounts).execute(db);
}

const accounts = `
  -- Set while a registration waits for the identity provider; a name is taken from this moment on.
  alter table accounts add column pending_since timestamptz;
  create index accounts_pending_since on accounts (pending_since) where pending_since is not null;

  -- The balance. Only the wallet writes it.
  alter table accounts add column wyncoins bigint not null default 0;

  create table two_factor_secrets (
    account_id bigint primary key references accounts on delete cascade,
    secret text not null,
    -- Null: set-up has begun but no code was shown to work yet.
    confirmed_at timestamptz,
    -- The last time step a code was accepted for; a code works once.
    last_step bigint not null default 0,
    created_at timestamptz not null default now()
  );

  create table recovery_codes (
    account_id bigint not null references accounts on delete cascade,
    code_hash bytea not null,
    used_at timestamptz,
    primary key (account_id, code_hash)
  );
`;
