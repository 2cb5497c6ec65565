import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(deliveries).execute(db);
}

const deliveries = `
  -- What the game owes a player. A row is never deleted and never expires by itself:
  -- queued -> claimed (under a lease) -> delivered, or failed and queued again, or in need of
  -- attention; canceled only from queued or attention, when the coins are given back.
  create table deliveries (
    id uuid primary key default gen_random_uuid(),
    account_id bigint not null references accounts,
    item_id integer not null,
    item_name text not null,
    quantity integer not null,
    state text collate "C" not null default 'queued',
    created_at timestamptz not null default now(),
    claimed_at timestamptz,
    delivered_at timestamptz,
    canceled_at timestamptz,
    server_id bigint,
    lease_id uuid,
    lease_until timestamptz,
    failures integer not null default 0,
    last_failure text,
    constraint deliveries_item_id check (item_id >= 0),
    constraint deliveries_quantity check (quantity > 0),
    constraint deliveries_state check (
      state in ('queued', 'claimed', 'delivered', 'attention', 'canceled')
    ),
    constraint deliveries_lease check (
      (state = 'claimed') = (lease_until is not null) and (state <> 'claimed' or lease_id is not null)
    ),
    constraint deliveries_delivered check ((state = 'delivered') = (delivered_at is not null)),
    constraint deliveries_canceled check ((state = 'canceled') = (canceled_at is not null))
  );
  create index deliveries_account on deliveries (account_id, created_at desc);
  create index deliveries_open on deliveries (account_id, created_at)
    where state in ('queued', 'claimed');
  create index deliveries_lease on deliveries (lease_until) where state = 'claimed';
  create index deliveries_attention on deliveries (created_at) where state = 'attention';

  -- The timeline of each after it was queued, which created_at tells: a purchase writes no event.
  create table delivery_events (
    id bigint generated always as identity primary key,
    delivery_id uuid not null references deliveries,
    state text collate "C" not null,
    detail text,
    at timestamptz not null default now()
  );
  create index delivery_events_delivery on delivery_events (delivery_id, id);

  create function record_delivery_event() returns trigger language plpgsql as $$
  begin
    insert into delivery_events (delivery_id, state, detail)
    values (
      new.id,
      case when new.failures > old.failures and new.state = 'queued' then 'failed' else new.state end,
      case when new.failures > old.failures then new.last_failure end
    );
    return null;
  end
  $$;
  create trigger deliveries_events
    after update on deliveries
    for each row when (new.state <> old.state or new.failures <> old.failures)
    execute function record_delivery_event();
`;
