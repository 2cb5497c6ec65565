// npm run bench -- admin-users [--accounts 1000000 --times 300]
//
// The admins' list of users on a million accounts: every order, filter and search as the site makes
// it, deep pages too, against the read of one account by its key. PostgreSQL runs as for the tests.
import { parseArgs } from 'node:util';

import { sql } from 'kysely';
import { Client } from 'pg';

import { parseConfig } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { getOverview } from '#server/features/admin/dashboard.service.ts';
import { searchAdmin } from '#server/features/admin/search.service.ts';
import { listUsers } from '#server/features/admin/users.service.ts';
import { openDeps } from '#server/open-deps.ts';

import { startPostgres } from '../scripts/lib/find-postgres.ts';
import { createRandom, measure, printTable } from './lib/measure.ts';

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '1000000' },
    times: { type: 'string', default: '300' },
  },
});
const accounts = Number(values.accounts);
const times = Number(values.times);

const postgres = await startPostgres({ shared_buffers: '1GB' });
const deps = await openDeps(
  parseConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: postgres.url }),
);
try {
  const started = performance.now();
  await loadAccounts(postgres.url);
  console.log(
    `${accounts.toLocaleString('en')} accounts in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  await run(deps);
} finally {
  await deps.close();
  await postgres.stop();
}

/** 1 in 500 is staff, 1 in 200 banned, 1 in 200 muted; names such as `Kabo 12345`. */
async function loadAccounts(url: string): Promise<void> {
  // Not through the site's own connection: its patience ends long before this is done.
  const client = new Client(url);
  await client.connect();
  await client.query(`
    alter table accounts disable trigger user;
    insert into accounts (username, username_key, email, email_key, identity_provider, identity_id,
      user_rights, created_at)
    select name, lower(name), lower(replace(name, ' ', '.')) || '@example.test',
      lower(replace(name, ' ', '.')) || '@example.test', 'bench', n::text,
      case when n % 500 = 0 then 1 + (n / 500) % 3 else 0 end,
      now() - make_interval(secs => ${accounts} - n)
    from (
      select n, substr('BKDFGLMNPRSTVZ', 1 + n % 14, 1) || substr('aeiou', 1 + n % 5, 1)
        || substr('bkdfglmnprst', 1 + n % 12, 1) || substr('aeiou', 1 + (n / 7) % 5, 1) || ' ' || n
        as name
      from generate_series(1, ${accounts}) as n
    ) as named;
    alter table accounts enable trigger user;
    insert into sanctions (account_id, kind, reason, source, issued_by, expires_at)
    select id, case when id % 200 = 0 then 'ban' else 'mute' end, 'Bench', 'site', 'bench',
      case when id % 3 = 0 then null else now() + interval '1 day' end
    from accounts where id % 100 = 0;`);
  await client.query('vacuum analyze accounts');
  await client.query('vacuum analyze sanctions');
  await client.end();
}

async function run(tools: Deps): Promise<void> {
  const random = createRandom(7);
  const someone = () => 1 + Math.floor(random() * accounts);
  const { db } = tools;
  const deepEdge = await findDeepEdge(tools);
  const works: Record<string, () => Promise<unknown>> = {
    'one account by its key': () =>
      db.selectFrom('accounts').selectAll().where('id', '=', someone()).execute(),
    'newest, first page': () => listUsers(tools, { sort: 'newest' }),
    'newest, in the middle': () => listUsers(tools, { sort: 'newest', after: deepEdge.newest }),
    'by name, first page': () => listUsers(tools, { sort: 'name' }),
    'by name, in the middle': () => listUsers(tools, { sort: 'name', after: deepEdge.name }),
    'by name backwards': () => listUsers(tools, { sort: 'name-desc' }),
    'players only': () => listUsers(tools, { rights: '0' }),
    'staff only': () => listUsers(tools, { rights: 'staff' }),
    'admins only, by name': () => listUsers(tools, { rights: '3', sort: 'name' }),
    banned: () => listUsers(tools, { state: 'banned' }),
    'muted, by name': () => listUsers(tools, { state: 'muted', sort: 'name' }),
    'banned staff': () => listUsers(tools, { state: 'banned', rights: 'staff' }),
    'search: one letter': () => listUsers(tools, { search: 'k' }),
    'search: a whole name': () => listUsers(tools, { search: `kabo ${someone()}` }),
    'search: a part': () => listUsers(tools, { search: String(100_000 + (someone() % 899_999)) }),
    'search: misspelt': () => listUsers(tools, { search: `kaxo${someone()}` }),
    'search: an address': () => listUsers(tools, { search: `${someone()}@example.test` }),
    'search: banned, one letter': () => listUsers(tools, { search: 'k', state: 'banned' }),
    'the palette': () => searchAdmin(tools, `kab`),
    'the dashboard’s figures': () => getOverview(tools),
  };
  const rows = [['', 'p50', 'p99', 'ratio to one account']];
  let unit = 0;
  for (const [name, work] of Object.entries(works)) {
    const { p50, p99 } = await measure(times, work);
    unit ||= p50;
    rows.push([
      name,
      `${p50.toFixed(2)} ms`,
      `${p99.toFixed(2)} ms`,
      `${(p50 / unit).toFixed(1)} ×`,
    ]);
  }
  printTable(`The list of users, ${accounts.toLocaleString('en')} accounts`, rows);
}

/** As a reader who has paged half way would send it. */
async function findDeepEdge({ db }: Deps): Promise<{ newest: string; name: string }> {
  const { rows } = await sql<{ id: number; key: string; at: string }>`
    select id, username_key as key,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from accounts where id = ${Math.floor(accounts / 2)}`.execute(db);
  const row = rows[0]!;
  const write = (value: string) =>
    Buffer.from(JSON.stringify([value, row.id])).toString('base64url');
  return { newest: write(row.at), name: write(row.key) };
}
