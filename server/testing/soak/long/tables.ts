import { sql } from 'kysely';

import type { Db } from '#server/db/schema.ts';

// Which tables are emptied by jobs and which are kept. Rows that are due are put in before the server
// starts; at the end no row may be due for longer than its job's period allows.

type Pruned = { table: string; due: string; seed?: string };

const pruned: Pruned[] = [
  {
    table: 'sessions',
    due: `expires_at < now() - interval '70 minutes'`,
    seed: `insert into sessions (token_hash, account_id, valid_since, expires_at)
      select '\\x00', id, now(), now() - interval '2 days' from accounts limit 1`,
  },
  {
    table: 'known_networks',
    due: `last_used_at < now() - interval '90 days 70 minutes'`,
    seed: `insert into known_networks (account_id, network, last_used_at)
      select id, '192.0.2.1', now() - interval '91 days' from accounts limit 1`,
  },
  {
    table: 'ended_sign_ins',
    due: `ended_at < now() - interval '3 hours 10 minutes'`,
    seed: `insert into ended_sign_ins (account_id, signed_in_at, ended_at)
      select id, now() - interval '5 hours', now() - interval '4 hours' from accounts limit 1`,
  },
  {
    table: 'identity_refresh_tokens',
    due: `expires_at < now() - interval '1 day 70 minutes'`,
    seed: `insert into identity_refresh_tokens (token_hash, uid, valid_since, signed_in_at, expires_at)
      select '\\x00', uid, now(), now(), now() - interval '2 days' from identity_users limit 1`,
  },
  {
    table: 'identity_reset_codes',
    due: `expires_at < now() - interval '1 day 70 minutes'`,
    seed: `insert into identity_reset_codes (code_hash, uid, expires_at)
      select '\\x00', uid, now() - interval '2 days' from identity_users limit 1`,
  },
  {
    table: 'identity_email_codes',
    due: `expires_at < now() - interval '1 day 70 minutes'`,
    seed: `insert into identity_email_codes (code_hash, uid, email, expires_at)
      select '\\x00', uid, 'a@example.test', now() - interval '2 days' from identity_users limit 1`,
  },
  {
    table: 'mails',
    due: `state = 'sent' and finished_at < now() - interval '3 days 70 minutes'
      or state = 'failed' and finished_at < now() - interval '14 days 70 minutes'`,
    seed: `insert into mails (recipient, subject, state, finished_at)
      select 'a@example.test', 'Old', state, now() - interval '15 days'
      from unnest(array['sent', 'failed']) as state`,
  },
  {
    table: 'rate_limits',
    due: `resets_at < now() - interval '12 minutes'`,
    seed: `insert into rate_limits (key, hits, resets_at) values ('old', 1, now() - interval '1 hour')`,
  },
  {
    table: 'bridge_answers',
    due: `created_at < now() - interval '26 hours 20 minutes'`,
    seed: `insert into bridge_answers (server_id, key, request_hash, created_at)
      select id, 'old', '\\x00', now() - interval '2 days' from game_servers limit 1`,
  },
  {
    table: 'game_commands',
    due: `finished_at < now() - interval '1 year 20 minutes'`,
    seed: `insert into game_commands (server_id, type, args, actor_name, state, finished_at)
      select id, 'broadcast', '{}', 'soak', 'done', now() - interval '2 years' from game_servers limit 1`,
  },
  {
    table: 'online_samples',
    due: `at < now() - interval '2 years 20 minutes'`,
    seed: `insert into online_samples (server_id, at, seconds, peak, total, samples)
      select id, now() - interval '3 years', 3600, 1, 1, 1 from game_servers limit 1`,
  },
  {
    table: 'events',
    due: `deleted_at < now() - interval '30 days 7 hours'`,
    seed: `insert into events (title, description, type, starts_at, creator_id, deleted_at)
      select 'Old', 'Old', 'Bossing', date_trunc('hour', now()), id, now() - interval '2 years'
      from accounts limit 1`,
  },
  { table: 'accounts', due: `pending_since < now() - interval '10 minutes'` },
];

/** Journals and content: they grow with use and nothing may delete their rows (docs/scaling.md). */
const kept = new Set([
  'audit_log',
  'delivery_events',
  'event_attendance',
  'event_reminders',
  'hiscore_blocks',
  'hiscore_gains',
  'hiscore_records',
  'hiscores',
  'identity_users',
  'infractions',
  'job_runs',
  'ledger',
  'ledger_days',
  'media',
  'milestones',
  'news_posts',
  'order_refunds',
  'orders',
  'payment_events',
  'player_days',
  'players',
  'poll_answers',
  'poll_questions',
  'poll_votes',
  'polls',
  'purchase_days',
  'purchases',
  'retired_names',
  'sandbox_disputes',
  'sandbox_events',
  'sandbox_refunds',
  'sandbox_sessions',
  'season_players',
  'season_scores',
  'wallets',
]);

export async function seedDueRows(db: Db): Promise<void> {
  for (const { table, due, seed } of pruned) {
    if (!seed) continue;
    await sql.raw(seed).execute(db);
    if ((await countDue(db, { table, due })) === 0) throw new Error(`No old row in ${table}.`);
  }
}

async function countDue(db: Db, { table, due }: Pruned): Promise<number> {
  const query = sql.raw<{ n: number }>(`select count(*)::int as n from ${table} where ${due}`);
  return (await query.execute(db)).rows[0]?.n ?? 0;
}

export async function findDueRows(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const rule of pruned) {
    const n = await countDue(db, rule);
    if (n > 0) found.push(`${rule.table}: ${n} rows should have been deleted`);
  }
  return found;
}

export type Sizes = Map<string, number>;

export async function countRows(db: Db): Promise<Sizes> {
  const names = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const sizes: Sizes = new Map();
  for (const { name } of names.rows) {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(name)}`.execute(db);
    sizes.set(name, rows[0]?.n ?? 0);
  }
  return sizes;
}

const fewRows = 20;

export type Growth = { table: string; before: number; after: number; rule: string };

export function compareSizes(before: Sizes, after: Sizes): Growth[] {
  const names = new Set(pruned.map(({ table }) => table));
  return [...after]
    .map(([table, rows]) => ({
      table,
      before: before.get(table) ?? 0,
      after: rows,
      rule: names.has(table) ? 'pruned' : kept.has(table) ? 'kept' : 'unknown',
    }))
    .filter((row) => row.after - row.before > fewRows);
}
